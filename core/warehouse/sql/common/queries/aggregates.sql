-- One row per named mean, in the order to show them.
select * from aggregates order by position;
