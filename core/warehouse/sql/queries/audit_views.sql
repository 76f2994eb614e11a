-- One row per photograph of a triangle: its sides by tape and through the homography, and everything that drawing it needs.
select *
from photographs
where triangle_id = $triangle_id
order by condition;
