-- One row per answer that is not exactly once among the scored answers.
select run_id, case_id, question_id, count(scored_answers.status) as times
from case_answers
full join scored_answers using (run_id, case_id, question_id)
group by all
having count(scored_answers.status) <> 1 or count(case_answers.status) <> 1;
