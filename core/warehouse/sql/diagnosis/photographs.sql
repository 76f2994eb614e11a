-- One row per photograph: its triangle and condition.
select photograph_id, triangle_id, condition
from photographs
order by photograph_id;
