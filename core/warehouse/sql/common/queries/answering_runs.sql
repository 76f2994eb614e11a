-- One row per run with answers: its name, whether figures over all models include it and why not, and its coverage.
select
    run_labels.run_id,
    run_labels.model_id,
    run_labels.label,
    models.kind,
    run_roles.is_pooled and models.kind = 'vlm' as is_compared,
    run_roles.is_as_published,
    run_roles.has_usual_prompt,
    run_coverage.n_cases,
    run_coverage.all_cases,
    run_coverage.is_ranked
from run_labels
join models on models.model_id = run_labels.model_id
join run_roles on run_roles.run_id = run_labels.run_id
join run_coverage on run_coverage.run_id = run_labels.run_id
order by run_labels.run_id;
