-- One row per cell: the answers that share the values of two factors, with mean kappa in percent.
select
    factor_value($row_factor, answer) as row_value,
    factor_value($column_factor, answer) as column_value,
    100 * avg(kappa_3d) as kappa_3d,
    100 * avg(kappa_2d) as kappa_2d,
    100 * (avg(kappa_2d) - avg(kappa_3d)) as difference,
    count(kappa_3d) as n,
    count(*) - count(kappa_3d) as unreadable,
    count(distinct triangle_id) as triangles
from selected_answers($filters) as answer
group by row_value, column_value
order by row_value, column_value;
