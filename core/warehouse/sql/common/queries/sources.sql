-- Every row of sources.
select * from sources order by all;
