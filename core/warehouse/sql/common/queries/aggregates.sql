-- One row per named mean, in display order.
select * from aggregates order by position;
