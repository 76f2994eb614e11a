-- One row per row of corrections.
select * from corrections order by all;
