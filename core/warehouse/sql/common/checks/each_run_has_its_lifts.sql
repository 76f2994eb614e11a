-- One row per run of a vision-language model with answers that lacks its lift over all questions and cases against the
-- truth, and if there is a foil, against the foil and in reliance.
select runs_with_answers.run_id, count(lifts.against) as scores
from (
    select runs.run_id
    from runs
    join models using (model_id)
    semi join star.answers using (run_no)
    where models.kind = 'vlm'
) as runs_with_answers
left join lifts
    on lifts.run_id = runs_with_answers.run_id
    and lifts.question_id = 'all'
    and lifts.subset = 'all'
group by runs_with_answers.run_id
having count(lifts.against) <> if(exists (select 1 from frames where role = 'foil'), 3, 1);
