-- One row per frame, in the order to show them.
select * from frames order by position;
