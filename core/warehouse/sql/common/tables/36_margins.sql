-- One row per question whose cases have a margin: the distance of a case's truth from a different truth.
create table margins (
    question_id varchar primary key references questions (question_id),
    meaning varchar not null,
    unit varchar
);
comment on table margins is 'One row per question whose cases have a margin: how far the truth of a case is from being another.';
comment on column margins.question_id is 'Question; the number of a case is margin_size in scored_answers, its band the factor margin.';
comment on column margins.meaning is 'What is measured, as on an axis.';
comment on column margins.unit is 'Its unit; null if it has none.';
