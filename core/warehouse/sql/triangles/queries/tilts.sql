-- One row per photograph that matches the filters: its tilt by homography and by accelerometer, null if not measured.
select photograph_id as case_id, triangle_id as group_id, condition, pose, tilt_deg, tilt_imu_deg, image_status
from photographs
where photograph_id in (select case_id from selected_cases($filters))
order by photograph_id;
