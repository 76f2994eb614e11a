-- Every row of release_differences.
select * from release_differences order by all;
