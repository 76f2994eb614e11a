-- The estimates of all parts.
insert into run_estimates by name
select *
from read_parquet($files)
order by run_id, measure, slice;
