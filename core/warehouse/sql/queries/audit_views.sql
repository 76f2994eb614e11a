-- One row per photograph of a triangle: its sides by tape and through the homography, and what a picture of it needs.
select *
from photographs
where triangle_id = $triangle_id
order by condition;
