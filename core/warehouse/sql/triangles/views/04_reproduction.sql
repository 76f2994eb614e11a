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
    coalesce(computed_figures.value, if(published_figures.unit = 'photographs', 0, null)) as computed,
    computed - published_figures.value as difference,
    coalesce(computed_figures.n, 0) as n,
    abs(computed - published_figures.value)
    <= coalesce(0.5 * pow(10, -published_figures.decimals), 0) + 1e-9 as is_reproduced,
    published_figures.decimals,
    published_figures.source
from published_figures
left join computed_figures using (figure_id, row_key, column_key);
comment on view reproduction is 'One row per published number, with the number computed here beside it.';
comment on column reproduction.position is 'Order of publication.';
comment on column reproduction.origin is 'paper (rounded as printed) or release (full precision).';
comment on column reproduction.figure_id is 'Table that the number belongs to.';
comment on column reproduction.row_key is 'Its row.';
comment on column reproduction.column_key is 'Its column.';
comment on column reproduction.unit is 'percent or photographs.';
comment on column reproduction.published is 'The number as published.';
comment on column reproduction.computed is 'The number computed here; null if there is nothing to compute it from.';
comment on column reproduction.difference is 'computed - published.';
comment on column reproduction.n is 'Answers or photographs behind the computed number.';
comment on column reproduction.is_reproduced is 'Whether they agree, within the rounding of the print or 1e-9.';
comment on column reproduction.decimals is 'Decimals that were printed; null if nothing was rounded.';
comment on column reproduction.source is 'Publication and place in it.';
