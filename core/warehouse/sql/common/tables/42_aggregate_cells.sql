-- One row per run, named mean and cell with answers of the run: the components of the mean.
create table aggregate_cells (
    run_id varchar not null references runs (run_id),
    aggregate_id varchar not null references aggregates (aggregate_id),
    position integer not null,
    cell varchar not null,
    value double,
    n integer not null,
    weight double,
    primary key (run_id, aggregate_id, cell)
);
comment on table aggregate_cells is 'One row per run, named mean and cell that it has answered in: what the mean is made of.';
comment on column aggregate_cells.run_id is 'Run.';
comment on column aggregate_cells.aggregate_id is 'Named mean.';
comment on column aggregate_cells.position is 'Place of the cell in the order of the cases, from 0.';
comment on column aggregate_cells.cell is 'Its levels, in the order of the named mean.';
comment on column aggregate_cells.value is 'Mean of the cell, a share; null if nothing could be read.';
comment on column aggregate_cells.n is 'Readable answers of the cell, or sets of which every answer is readable.';
comment on column aggregate_cells.weight is 'Its share of the named mean; null if the run has no such mean.';
