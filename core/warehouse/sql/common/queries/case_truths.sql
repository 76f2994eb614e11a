-- One row per case, frame and question: every truth of some cases.
select case_id, frame, question_id, value_number, value_class
from case_truths
where list_contains($case_ids, case_id)
order by case_id, frame, question_id;
