-- One row per photograph of a triangle: its size, the measurements of its triangle by tape and in the image, and the build's detections.
create table photograph_measurements (
    case_id varchar primary key references cases (case_id),
    width_px integer not null,
    height_px integer not null,
    ax_px double not null,
    ay_px double not null,
    bx_px double not null,
    by_px double not null,
    cx_px double not null,
    cy_px double not null,
    ab_cm double not null,
    bc_cm double not null,
    ca_cm double not null,
    side_class_2d_paper varchar not null,
    square_edge_occlusion varchar,
    triangle_edge_occlusion varchar,
    triangle_vertex_occlusion varchar,
    border_status varchar check (border_status in ('found', 'not_found')),
    border_reason varchar,
    border_px double[8],
    border_residual_px double,
    border_support double,
    tilt_deg double,
    roll_deg double,
    distance_cm double,
    tilt_imu_deg double,
    a_found_x_px double,
    a_found_y_px double,
    b_found_x_px double,
    b_found_y_px double,
    c_found_x_px double,
    c_found_y_px double,
    ab_rect_cm double,
    bc_rect_cm double,
    ca_rect_cm double,
    rectified_key varchar
);
comment on table photograph_measurements is 'One row per photograph of a triangle: its size, what its triangle measures by tape and in the picture, and what the build finds in it.';
comment on column photograph_measurements.case_id is 'Photograph.';
comment on column photograph_measurements.width_px is 'Width of the upright picture in pixels.';
comment on column photograph_measurements.height_px is 'Height of the upright picture in pixels.';
comment on column photograph_measurements.ax_px is 'Clicked centre of sticker A (red), x in pixels of the upright picture.';
comment on column photograph_measurements.ay_px is 'Clicked centre of sticker A (red), y in pixels of the upright picture, downwards.';
comment on column photograph_measurements.bx_px is 'Clicked centre of sticker B (yellow), x in pixels.';
comment on column photograph_measurements.by_px is 'Clicked centre of sticker B (yellow), y in pixels.';
comment on column photograph_measurements.cx_px is 'Clicked centre of sticker C (blue), x in pixels.';
comment on column photograph_measurements.cy_px is 'Clicked centre of sticker C (blue), y in pixels.';
comment on column photograph_measurements.ab_cm is 'Side AB by tape measure, in centimetres.';
comment on column photograph_measurements.bc_cm is 'Side BC by tape measure, in centimetres.';
comment on column photograph_measurements.ca_cm is 'Side CA by tape measure, in centimetres.';
comment on column photograph_measurements.side_class_2d_paper is 'Side class in the image plane by the rule of the paper: equilateral needs all three pairs of sides within 3%.';
comment on column photograph_measurements.square_edge_occlusion is 'Annotated occlusion of the taped square: none, partial or complete; null if not annotated.';
comment on column photograph_measurements.triangle_edge_occlusion is 'Annotated occlusion of an edge of the triangle.';
comment on column photograph_measurements.triangle_vertex_occlusion is 'Annotated occlusion of a vertex of the triangle.';
comment on column photograph_measurements.border_status is 'found or not_found: the taped square in the photograph; null without a photograph.';
comment on column photograph_measurements.border_reason is 'Why the square was not found; null if it was.';
comment on column photograph_measurements.border_px is 'The four inner corners of the tape, x y each, clockwise in the upright picture, the first nearest to its upper left; null if not found.';
comment on column photograph_measurements.border_residual_px is 'Robust standard deviation of the tape''s edges about the fitted square, in pixels.';
comment on column photograph_measurements.border_support is 'Visible share of the side with the least visible tape, 0 to 1.';
comment on column photograph_measurements.tilt_deg is 'Angle between the optical axis and the vertical, by homography and the focal length in EXIF, in degrees.';
comment on column photograph_measurements.roll_deg is 'Clockwise angle from up in the picture to the board''s upward direction, in degrees; null when the camera looks straight down.';
comment on column photograph_measurements.distance_cm is 'Distance from the camera to the middle of the board, in centimetres.';
comment on column photograph_measurements.tilt_imu_deg is 'Tilt by the camera''s accelerometer alone, its uncorrected reading, in degrees; null without one.';
comment on column photograph_measurements.a_found_x_px is 'Centre of sticker A (red) as found in the picture, x in pixels; null if not found.';
comment on column photograph_measurements.a_found_y_px is 'Centre of sticker A (red) as found, y in pixels.';
comment on column photograph_measurements.b_found_x_px is 'Centre of sticker B (yellow) as found, x in pixels.';
comment on column photograph_measurements.b_found_y_px is 'Centre of sticker B (yellow) as found, y in pixels.';
comment on column photograph_measurements.c_found_x_px is 'Centre of sticker C (blue) as found, x in pixels.';
comment on column photograph_measurements.c_found_y_px is 'Centre of sticker C (blue) as found, y in pixels.';
comment on column photograph_measurements.ab_rect_cm is 'Side AB through the homography, from the stickers found, in centimetres.';
comment on column photograph_measurements.bc_rect_cm is 'Side BC through the homography, in centimetres.';
comment on column photograph_measurements.ca_rect_cm is 'Side CA through the homography, in centimetres.';
comment on column photograph_measurements.rectified_key is 'Name of the rectified view''s file; null if the square was not found.';
