-- The answers of all parts, in the order of the runs, and within each in that of its part. $run_numbers has the number of the
-- run of each file.
insert into star.answers_made by name
select $run_numbers[file_index::bigint + 1]::integer as run_no, *
from read_parquet($files);
