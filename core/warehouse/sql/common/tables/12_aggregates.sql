-- One row per named mean of a paper: the cells that it averages, and how they are weighted.
create table aggregates (
    aggregate_id varchar primary key,
    position integer not null,
    title varchar not null,
    over varchar[] not null,
    weighting varchar not null check (weighting in ('cells', 'answers', 'stated')),
    protocol varchar,
    of_factor varchar,
    of_levels varchar[],
    weighted_levels varchar[],
    weights double[],
    source varchar not null
);
comment on table aggregates is 'One row per named mean of a paper: the cells that it averages, and how they are weighted.';
comment on column aggregates.aggregate_id is 'Key of the mean.';
comment on column aggregates.position is 'Its place in the order to show them, from 0.';
comment on column aggregates.title is 'Name on the pages.';
comment on column aggregates.over is 'Factors (or question) whose values make the cells.';
comment on column aggregates.weighting is 'cells: each counts alike; answers: each by its answers; stated: each by its own.';
comment on column aggregates.protocol is 'Protocol whose sets are averaged; null for single answers.';
comment on column aggregates.of_factor is 'Factor that limits the cases; null for all.';
comment on column aggregates.of_levels is 'Its levels that count; null for all.';
comment on column aggregates.weighted_levels is 'Levels of the one factor in over whose weights are stated; null elsewhere.';
comment on column aggregates.weights is 'Their weights, in the same order; null elsewhere.';
comment on column aggregates.source is 'Paper and table.';
