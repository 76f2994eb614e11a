-- One row per photograph of the triangle that a photograph shows, by condition.
select photographs.*, benchmarks.credit
from photographs
join benchmarks using (benchmark_id)
where triangle_id = (select triangle_id from photographs where photograph_id = $photograph_id)
order by condition;
