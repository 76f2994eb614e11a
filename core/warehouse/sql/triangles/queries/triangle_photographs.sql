-- One row per photograph of the triangle that a photograph shows, by condition.
select
    photograph_id as case_id,
    triangle_id as group_id,
    photographs.* exclude (photograph_id, triangle_id),
    benchmarks.credit
from photographs
join benchmarks using (benchmark_id)
where triangle_id = (select triangle_id from photographs where photograph_id = $case_id)
order by condition;
