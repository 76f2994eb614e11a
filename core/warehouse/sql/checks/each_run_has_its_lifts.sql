-- One row per run of a vision-language model with answers that lacks its lift over all questions and photographs in one of
-- the three scores.
select runs_with_answers.run_id, count(lifts.score) as scores
from (
    select distinct answers.run_id
    from answers
    join models using (model_id)
    where models.kind = 'vlm'
) as runs_with_answers
left join lifts
    on lifts.run_id = runs_with_answers.run_id
    and lifts.question_id = 'all'
    and lifts.photographs = 'all'
group by runs_with_answers.run_id
having count(lifts.score) <> 3;
