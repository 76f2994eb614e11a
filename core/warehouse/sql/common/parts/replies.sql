-- The replies of all parts, in the order of the runs, and for each run in the order of its part. $run_numbers has the
-- number of each file's run.
insert into star.replies by name
select $run_numbers[file_index::bigint + 1]::integer as run_no, *
from read_parquet($files);
