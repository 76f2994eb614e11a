-- One row per answer without its diagnosis, and per diagnosis without its answer.
select run_id, photograph_id, question_id
from answers
full join diagnosed_answers using (run_id, photograph_id, question_id)
where answers.status is null or diagnosed_answers.truth_3d is null;
