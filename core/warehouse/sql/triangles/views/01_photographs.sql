-- One row per photograph of the benchmark, whether its file is on disk or not.
create view photographs as
select
    benchmarks.benchmark_id,
    cases.case_id as photograph_id,
    cases.group_id as triangle_id,
    cases.slot as condition,
    level['pose'] as pose,
    level['object'] as object,
    level['object'] <> 'none' as has_object,
    measured.width_px,
    measured.height_px,
    measured.ax_px,
    measured.ay_px,
    measured.bx_px,
    measured.by_px,
    measured.cx_px,
    measured.cy_px,
    measured.ab_cm,
    measured.bc_cm,
    measured.ca_cm,
    level['side_3d'] as side_class_3d,
    level['angle_3d'] as angle_class_3d,
    level['side_2d'] as side_class_2d,
    level['angle_2d'] as angle_class_2d,
    measured.side_class_2d_paper,
    level['change'] as class_change,
    measured.square_edge_occlusion,
    measured.triangle_edge_occlusion,
    measured.triangle_vertex_occlusion,
    level['occlusion'] as occlusion,
    case_images.image_status,
    case_images.image_key,
    case_images.image_sha256,
    measured.border_status,
    measured.border_reason,
    measured.border_px,
    measured.border_residual_px,
    measured.border_support,
    measured.tilt_deg,
    measured.roll_deg,
    measured.distance_cm,
    measured.tilt_imu_deg,
    measured.a_found_x_px,
    measured.a_found_y_px,
    measured.b_found_x_px,
    measured.b_found_y_px,
    measured.c_found_x_px,
    measured.c_found_y_px,
    measured.ab_rect_cm,
    measured.bc_rect_cm,
    measured.ca_rect_cm,
    measured.rectified_key
from cases
cross join benchmarks
join (
    select case_id, map_from_entries(list((factor, level))) as level
    from case_factors
    group by case_id
) using (case_id)
join photograph_measurements as measured using (case_id)
join case_images on case_images.case_id = cases.case_id and case_images.position = 1
order by cases.position;
comment on view photographs is 'One row per photograph of a benchmark, whether its file is on the disk or not.';
comment on column photographs.benchmark_id is 'Benchmark that the photograph belongs to.';
comment on column photographs.photograph_id is 'Key: triangle, pose (P planar, T tilted), 1 with or 0 without an object, as in 037_T0.';
comment on column photographs.triangle_id is 'Physical triangle; its four photographs are one cluster in every statistic.';
comment on column photographs.condition is 'P0, P1, T0 or T1: pose x object.';
comment on column photographs.pose is 'planar or tilted, as the release labels the camera.';
comment on column photographs.object is 'Everyday object in the square; none where there is no object.';
comment on column photographs.has_object is 'Whether there is an object in the square.';
comment on column photographs.width_px is 'Width of the upright picture in pixels.';
comment on column photographs.height_px is 'Height of the upright picture in pixels.';
comment on column photographs.ax_px is 'Clicked centre of sticker A (red), x in pixels of the upright picture.';
comment on column photographs.ay_px is 'Clicked centre of sticker A (red), y in pixels of the upright picture, downwards.';
comment on column photographs.bx_px is 'Clicked centre of sticker B (yellow), x in pixels.';
comment on column photographs.by_px is 'Clicked centre of sticker B (yellow), y in pixels.';
comment on column photographs.cx_px is 'Clicked centre of sticker C (blue), x in pixels.';
comment on column photographs.cy_px is 'Clicked centre of sticker C (blue), y in pixels.';
comment on column photographs.ab_cm is 'Side AB by tape measure, in centimetres.';
comment on column photographs.bc_cm is 'Side BC by tape measure, in centimetres.';
comment on column photographs.ca_cm is 'Side CA by tape measure, in centimetres.';
comment on column photographs.side_class_3d is 'Released side class in 3D: scalene, isosceles or equilateral.';
comment on column photographs.angle_class_3d is 'Released angle class in 3D: acute, right or obtuse.';
comment on column photographs.side_class_2d is 'Released side class in the image plane; its rule compares neighbouring sides only.';
comment on column photographs.angle_class_2d is 'Released angle class in the image plane.';
comment on column photographs.side_class_2d_paper is 'Side class in the image plane by the rule of the paper: equilateral needs all three pairs of sides within 3%.';
comment on column photographs.class_change is 'Released classes that differ between 3D and 2D: none, side, angle or both.';
comment on column photographs.square_edge_occlusion is 'Annotated occlusion of the taped square: none, partial or complete; null if not annotated.';
comment on column photographs.triangle_edge_occlusion is 'Annotated occlusion of an edge of the triangle.';
comment on column photographs.triangle_vertex_occlusion is 'Annotated occlusion of a vertex of the triangle.';
comment on column photographs.occlusion is 'The most severe occlusion: vertex, edge, square or none, in this order; null if not annotated.';
comment on column photographs.image_status is 'present: copies for the pages exist; absent: no file on the disk; refused: the file is not a readable image.';
comment on column photographs.image_key is 'Name of the copies for the pages; null unless present.';
comment on column photographs.image_sha256 is 'SHA-256 of the file as it was read; null if absent.';
comment on column photographs.border_status is 'found or not_found: the taped square in the photograph; null without a photograph.';
comment on column photographs.border_reason is 'Why the square was not found; null if it was.';
comment on column photographs.border_px is 'The four inner corners of the tape, x y each, clockwise in the upright picture, the first nearest to its upper left; null if not found.';
comment on column photographs.border_residual_px is 'Robust standard deviation of the tape''s edges about the fitted square, in pixels.';
comment on column photographs.border_support is 'Visible share of the side with the least visible tape, 0 to 1.';
comment on column photographs.tilt_deg is 'Angle between the optical axis and the vertical, by homography and the focal length in EXIF, in degrees.';
comment on column photographs.roll_deg is 'Clockwise angle from up in the picture to the board''s upward direction, in degrees; null when the camera looks straight down.';
comment on column photographs.distance_cm is 'Distance from the camera to the middle of the board, in centimetres.';
comment on column photographs.tilt_imu_deg is 'Tilt by the camera''s accelerometer alone, its uncorrected reading, in degrees; null without one.';
comment on column photographs.a_found_x_px is 'Centre of sticker A (red) as found in the picture, x in pixels; null if not found.';
comment on column photographs.a_found_y_px is 'Centre of sticker A (red) as found, y in pixels.';
comment on column photographs.b_found_x_px is 'Centre of sticker B (yellow) as found, x in pixels.';
comment on column photographs.b_found_y_px is 'Centre of sticker B (yellow) as found, y in pixels.';
comment on column photographs.c_found_x_px is 'Centre of sticker C (blue) as found, x in pixels.';
comment on column photographs.c_found_y_px is 'Centre of sticker C (blue) as found, y in pixels.';
comment on column photographs.ab_rect_cm is 'Side AB through the homography, from the stickers found, in centimetres.';
comment on column photographs.bc_rect_cm is 'Side BC through the homography, in centimetres.';
comment on column photographs.ca_rect_cm is 'Side CA through the homography, in centimetres.';
comment on column photographs.rectified_key is 'Name of the rectified view''s file; null if the square was not found.';
