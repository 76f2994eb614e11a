-- The first case of the benchmark, as pages have it.
select case_id from cases order by position limit 1;
