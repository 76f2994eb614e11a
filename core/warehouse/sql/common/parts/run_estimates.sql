-- The estimates of all parts.
insert into run_estimates by name
from read_parquet($files) as part_rows
order by run_id, file_row_number;
