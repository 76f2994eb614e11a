-- One row per answer that is ok without a coded value and what it reads, or that has one of these without being ok.
select run_id, photograph_id, question_id
from answers
join diagnosed_answers using (run_id, photograph_id, question_id)
where (status = 'ok') <> (value is not null) or (status = 'ok') <> (reads is not null);
