-- One row per image after the first of some cases, without the frames of videos, which are more than $max_images per case.
select case_id, position, image_key, width_px, height_px
from case_images
where case_id in (select unnest($case_ids::varchar[]))
qualify position > 1 and count(*) over (partition by case_id) <= $max_images
order by case_id, position;
