-- One row per factor of cases, in display order.
select * from factors order by position;
