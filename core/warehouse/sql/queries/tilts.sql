-- One row per photograph that fits the filters: its tilt by homography and by accelerometer, null where not measured.
select photograph_id, triangle_id, condition, pose, tilt_deg, tilt_imu_deg, image_status
from selected_photographs($filters)
order by photograph_id;
