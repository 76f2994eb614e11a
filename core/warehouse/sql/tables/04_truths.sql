-- One row per photograph, frame and question.
create table truths (
    photograph_id varchar not null references photographs (photograph_id),
    frame varchar not null check (frame in ('3d', '2d', 'rectified')),
    question_id varchar not null references questions (question_id),
    value_number double,
    value_class varchar,
    recomputed_number double,
    recomputed_class varchar,
    primary key (photograph_id, frame, question_id),
    check ((value_number is null) <> (value_class is null))
);
comment on table truths is 'One row per photograph, frame and question.';
comment on column truths.photograph_id is 'Photograph.';
comment on column truths.frame is '3d: tape measure; 2d: pixels in the image plane; rectified: pixels through the homography.';
comment on column truths.question_id is 'Question.';
comment on column truths.value_number is 'Value of a number question (ratios, or degrees): released in 3D and 2D, which scores use, measured in rectified.';
comment on column truths.value_class is 'Value of a class question: released in 3D and 2D, which scores use, measured in rectified.';
comment on column truths.recomputed_number is 'The same, computed here from tape or pixels; null for rectified.';
comment on column truths.recomputed_class is 'The same, computed here from tape or pixels by the rules of the paper; null for rectified.';
