-- One row per pooled run of a vision-language model, best first.
select run_estimates.run_id
from run_estimates
join run_roles using (run_id)
join runs using (run_id)
join models on models.model_id = runs.model_id
where run_estimates.measure = 'score' and run_roles.is_pooled and models.kind = 'vlm'
order by run_estimates.value desc nulls last, run_estimates.run_id;
