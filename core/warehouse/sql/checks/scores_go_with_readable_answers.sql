-- One row per answer that is ok without value and scores, or scored without being ok.
select run_id, photograph_id, question_id
from answers
where (status = 'ok') <> (kappa_3d is not null and kappa_2d is not null)
    or (status = 'ok' and value_number is null and value_class is null);
