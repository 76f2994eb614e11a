-- Every row of corrections.
select * from corrections order by all;
