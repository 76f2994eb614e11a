-- One row per photograph, frame and question: the truth.
select photograph_id, frame, question_id, value_number, value_class
from truths
order by photograph_id, frame, question_id;
