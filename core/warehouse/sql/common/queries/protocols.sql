-- One row per protocol, in the order to show them.
select * from protocols order by position;
