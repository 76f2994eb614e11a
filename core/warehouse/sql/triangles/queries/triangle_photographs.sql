-- One row per photograph of a triangle, by condition.
select
    photograph_id as case_id,
    triangle_id as group_id,
    photographs.* exclude (photograph_id, triangle_id),
    benchmarks.credit
from photographs
join benchmarks using (benchmark_id)
where triangle_id = $group_id
order by condition;
