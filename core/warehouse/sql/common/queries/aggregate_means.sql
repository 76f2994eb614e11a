-- One row per named mean and run, for the selected runs or all: the best run first.
select
    aggregate_means.*,
    run_labels.model_id,
    run_labels.label,
    models.kind
from aggregate_means
join aggregates using (aggregate_id)
join run_labels on run_labels.run_id = aggregate_means.run_id
join models on models.model_id = run_labels.model_id
where is_chosen($of_runs, aggregate_means.run_id)
order by aggregates.position, aggregate_means.value desc, aggregate_means.run_id;
