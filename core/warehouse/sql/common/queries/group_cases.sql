-- One row per case of a case's group, in the order of the group, with its first image. For a large group: its first cases,
-- as many as requested, the case itself and the next one.
with placed as (
    select case_id, row_number() over (order by slot, position) as place
    from cases
    where group_id = (select group_id from cases where case_id = $case_id)
),

near as (
    select case_id, place
    from placed
    where place <= $first or place - (select place from placed where case_id = $case_id) in (0, 1)
)

select
    cases.case_id, cases.group_id, cases.slot, cases.title, cases.text, case_images.width_px, case_images.height_px,
    case_images.image_status, case_images.image_key, benchmarks.credit
from near
join cases using (case_id)
cross join benchmarks
left join case_images on case_images.case_id = cases.case_id and case_images.position = 1
order by near.place;
