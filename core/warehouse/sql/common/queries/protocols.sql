-- One row per protocol, in display order.
select * from protocols order by position;
