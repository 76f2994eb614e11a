-- One row per case of the group that a case belongs to, by its place in it, with its first image.
select
    cases.case_id, cases.group_id, cases.slot, cases.title, cases.text, case_images.width_px, case_images.height_px,
    case_images.image_status, case_images.image_key, benchmarks.credit
from cases
cross join benchmarks
left join case_images on case_images.case_id = cases.case_id and case_images.position = 1
where group_id = (select group_id from cases where case_id = $case_id)
order by slot, cases.position;
