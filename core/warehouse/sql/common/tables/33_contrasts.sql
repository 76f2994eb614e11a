-- One row per contrast: two kinds of cases whose difference in score is the cost of a circumstance.
create table contrasts (
    contrast varchar primary key,
    position integer not null,
    title varchar not null,
    phrase varchar not null,
    factor varchar not null references factors (factor),
    first_levels varchar[] not null,
    second_levels varchar[] not null
);
comment on table contrasts is 'One row per contrast: two kinds of cases whose difference in score says what a circumstance costs.';
comment on column contrasts.contrast is 'Key of the contrast.';
comment on column contrasts.position is 'Its place in the order to show them, from 0.';
comment on column contrasts.title is 'What is subtracted from what: tilted minus planar.';
comment on column contrasts.phrase is 'The circumstance, as in: tilting the camera costs.';
comment on column contrasts.factor is 'Factor.';
comment on column contrasts.first_levels is 'Its levels with the circumstance.';
comment on column contrasts.second_levels is 'Its levels without.';
