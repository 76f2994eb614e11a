-- One row per case, in the order of the benchmark: its key.
select case_id from cases order by position;
