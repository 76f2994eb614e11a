-- One row per contrast.
select contrast from contrasts order by position;
