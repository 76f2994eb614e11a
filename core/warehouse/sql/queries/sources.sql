-- One row per row of sources.
select * from sources order by all;
