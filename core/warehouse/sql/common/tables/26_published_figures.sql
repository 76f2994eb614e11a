-- One row per published number that the warehouse can compute again.
create table published_figures (
    position integer not null,
    origin varchar not null check (origin in ('paper', 'release', 'derived')),
    figure_id varchar not null,
    row_key varchar not null,
    column_key varchar not null,
    value double not null,
    unit varchar not null,
    decimals integer,
    source varchar not null,
    primary key (origin, figure_id, row_key, column_key)
);
comment on table published_figures is 'One row per published number that the warehouse can compute again.';
comment on column published_figures.position is 'Order of publication, the paper first.';
comment on column published_figures.origin is 'paper: as printed, rounded; release: result table of the release, at full precision.';
comment on column published_figures.figure_id is 'Table that the number belongs to.';
comment on column published_figures.row_key is 'Its row.';
comment on column published_figures.column_key is 'Its column.';
comment on column published_figures.value is 'The number as published.';
comment on column published_figures.unit is 'percent or photographs.';
comment on column published_figures.decimals is 'Printed decimals; null for figures at full precision.';
comment on column published_figures.source is 'Publication and place in it.';
