-- One row per reply that has not exactly one answer per question that its case asks.
with expected as (
    select run_id, case_id, question_id
    from case_replies
    join asked using (case_id)
)

select run_id, case_id, question_id, expected.question_id is null as is_unasked
from expected
full join case_answers using (run_id, case_id, question_id)
where expected.question_id is null or case_answers.status is null;
