-- The cells of named means of all parts.
insert into aggregate_cells by name
select *
from read_parquet($files)
order by run_id, aggregate_id, position;
