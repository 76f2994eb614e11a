-- One row per frame, in display order.
select * from frames order by position;
