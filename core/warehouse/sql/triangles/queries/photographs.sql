-- One row per photograph: what a tile needs, its board from above, and the triangle's sides by tape and in pixels.
select
    photograph_id as case_id,
    triangle_id as group_id,
    pose,
    has_object,
    image_key,
    rectified_key,
    width_px,
    height_px,
    ax_px,
    ay_px,
    bx_px,
    by_px,
    cx_px,
    cy_px,
    ab_cm,
    bc_cm,
    ca_cm,
    sqrt((ax_px - bx_px) ** 2 + (ay_px - by_px) ** 2) as ab_px,
    sqrt((bx_px - cx_px) ** 2 + (by_px - cy_px) ** 2) as bc_px,
    sqrt((cx_px - ax_px) ** 2 + (cy_px - ay_px) ** 2) as ca_px
from photographs
order by photograph_id;
