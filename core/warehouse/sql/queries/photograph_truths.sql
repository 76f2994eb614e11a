-- One row per photograph, frame and question: every truth of some photographs.
select photograph_id, frame, question_id, value_number, value_class
from truths
where list_contains($photograph_ids, photograph_id)
order by photograph_id, frame, question_id;
