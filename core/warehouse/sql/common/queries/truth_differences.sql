-- Every row of truth_differences.
select * from truth_differences order by all;
