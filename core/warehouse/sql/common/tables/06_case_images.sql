-- One row per image of a case, whether its file is on disk or not.
create table case_images (
    case_id varchar not null references cases (case_id),
    position integer not null,
    path varchar not null,
    width_px integer,
    height_px integer,
    image_status varchar not null check (image_status in ('present', 'absent', 'refused')),
    image_key varchar,
    image_sha256 varchar,
    conversions varchar[],
    primary key (case_id, position)
);
comment on table case_images is 'One row per image of a case, whether its file is on the disk or not.';
comment on column case_images.case_id is 'Case.';
comment on column case_images.position is '1 for the first image of the case.';
comment on column case_images.path is 'Path of the file within the folder of the benchmark.';
comment on column case_images.width_px is 'Width of the upright picture in pixels; null if unknown.';
comment on column case_images.height_px is 'Height of the upright picture in pixels.';
comment on column case_images.image_status is 'present: copies for the pages exist; absent: no file on the disk; refused: the file is not a readable image.';
comment on column case_images.image_key is 'Name of the copies for the pages; null unless present.';
comment on column case_images.image_sha256 is 'SHA-256 of the file as it was read; null if absent.';
comment on column case_images.conversions is 'How pages and models get the image other than its file has it, such as transparency (flattened on white); null if it is the same.';
