-- One row per factor of cases, in the order to show them.
select * from factors order by position;
