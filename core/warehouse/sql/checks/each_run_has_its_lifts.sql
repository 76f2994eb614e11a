-- One row per run with answers that lacks its lift over all questions in one of the three scores.
select runs_with_answers.run_id, count(lifts.score) as scores
from (select distinct run_id from answers) as runs_with_answers
left join lifts on lifts.run_id = runs_with_answers.run_id and lifts.question_id = 'all'
group by runs_with_answers.run_id
having count(lifts.score) <> 3;
