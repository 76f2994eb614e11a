-- One row per measure: a number that cases have, such as the tilt of the camera.
create table measures (
    measure varchar primary key,
    title varchar not null,
    unit varchar
);
comment on table measures is 'One row per measure: a number that cases have, such as the tilt of the camera.';
comment on column measures.measure is 'Key of the measure: its column in scored_answers.';
comment on column measures.title is 'Name on the pages.';
comment on column measures.unit is 'Its unit; null if it has none.';
