-- One row per given case: the data of its first image that a tile needs. Null is all cases.
select
    cases.case_id, cases.group_id, cases.slot, cases.title, case_images.image_key, case_images.width_px,
    case_images.height_px
from cases
left join case_images on case_images.case_id = cases.case_id and case_images.position = 1
where $case_ids::varchar[] is null or cases.case_id in (select unnest($case_ids::varchar[]))
order by cases.position;
