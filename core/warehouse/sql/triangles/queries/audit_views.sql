-- One row per photograph of a triangle: its sides by tape and through the homography, and everything that drawing it needs.
select photograph_id as case_id, triangle_id as group_id, * exclude (photograph_id, triangle_id)
from photographs
where triangle_id = $group_id
order by condition;
