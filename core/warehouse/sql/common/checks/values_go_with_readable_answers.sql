-- One row per answer that is ok without a code, or that has one without being ok.
select run_id, case_id, question_id
from case_answers
where (status = 'ok') <> (code is not null);
