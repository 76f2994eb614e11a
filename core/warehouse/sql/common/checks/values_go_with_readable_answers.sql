-- One row per answer that is ok without a code, or that has one without being ok.
select run_no, asked_no
from star.answers
where (status = 'ok') <> (code is not null);
