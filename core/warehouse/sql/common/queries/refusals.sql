-- Every row of refusals.
select * from refusals order by all;
