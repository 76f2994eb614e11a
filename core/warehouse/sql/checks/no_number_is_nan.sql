-- One row per number that is not finite: missing is null, never NaN.
select 'answers' as in_table, photograph_id, question_id
from answers
where not isfinite(value_number) or not isfinite(kappa_3d) or not isfinite(kappa_2d)
union all
select 'truths', photograph_id, question_id
from truths
where not isfinite(value_number) or not isfinite(recomputed_number);
