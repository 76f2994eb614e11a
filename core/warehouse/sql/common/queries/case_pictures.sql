-- One row per case: what a tile needs of its first image.
select
    cases.case_id, cases.group_id, cases.slot, cases.title, case_images.image_key, case_images.width_px,
    case_images.height_px
from cases
left join case_images on case_images.case_id = cases.case_id and case_images.position = 1
order by cases.position;
