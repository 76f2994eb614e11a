-- One row per contrast, in display order.
select * from contrasts order by position;
