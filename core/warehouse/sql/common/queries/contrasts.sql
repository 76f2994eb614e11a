-- One row per contrast, in the order to show them.
select * from contrasts order by position;
