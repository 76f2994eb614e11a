-- The first case of the benchmark, in the order of pages.
select case_id from cases order by position limit 1;
