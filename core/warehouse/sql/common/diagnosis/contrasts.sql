-- One row per contrast, with the levels of both sides.
select contrast, factor, first_levels, second_levels from contrasts order by position;
