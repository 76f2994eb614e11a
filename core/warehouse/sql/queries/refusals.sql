-- One row per row of refusals.
select * from refusals order by all;
