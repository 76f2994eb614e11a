-- One row per named mean, run and cell, for the selected runs or all.
select aggregate_cells.*
from aggregate_cells
join aggregates using (aggregate_id)
where is_chosen($of_runs, run_id)
order by aggregates.position, run_id, aggregate_cells.position;
