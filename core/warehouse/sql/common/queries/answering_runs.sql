-- One row per run with answers: its name, and whether figures over all models have it.
select
    run_labels.run_id,
    run_labels.model_id,
    run_labels.label,
    models.kind,
    run_roles.is_pooled and models.kind = 'vlm' as is_compared
from run_labels
join models on models.model_id = run_labels.model_id
join run_roles on run_roles.run_id = run_labels.run_id
semi join (from run_estimates where measure = 'score') as answered on answered.run_id = run_labels.run_id
order by run_labels.run_id;
