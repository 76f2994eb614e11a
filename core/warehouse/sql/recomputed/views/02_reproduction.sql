-- One row per published number, with the number computed here.
create view reproduction as
select
    published_figures.position,
    published_figures.origin,
    published_figures.figure_id,
    published_figures.row_key,
    published_figures.column_key,
    published_figures.unit,
    published_figures.value as published,
    computed_figures.value as computed,
    computed - published_figures.value as difference,
    coalesce(computed_figures.n, 0) as n,
    difference between -0.5 * pow(10, -published_figures.decimals) - 1e-9 and pow(10, -published_figures.decimals) - 1e-9
        as is_reproduced,
    published_figures.decimals,
    published_figures.source
from published_figures
left join computed_figures using (figure_id, row_key, column_key);
comment on view reproduction is 'One row per published number, with the number computed here beside it.';
comment on column reproduction.position is 'Order of publication.';
comment on column reproduction.origin is 'paper: as printed.';
comment on column reproduction.figure_id is 'Table that the number belongs to.';
comment on column reproduction.row_key is 'Its row.';
comment on column reproduction.column_key is 'Its column.';
comment on column reproduction.unit is 'percent.';
comment on column reproduction.published is 'The number as published.';
comment on column reproduction.computed is 'The number computed here; null if there is nothing to compute it from.';
comment on column reproduction.difference is 'computed - published.';
comment on column reproduction.n is 'Answers behind the computed number.';
comment on column reproduction.is_reproduced is 'Whether the computed number, rounded or cut to the printed decimals, is the published one.';
comment on column reproduction.decimals is 'Decimals that were printed.';
comment on column reproduction.source is 'Publication and place in it.';
