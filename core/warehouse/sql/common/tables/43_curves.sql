-- One row per quantity along which the scores of a question are shown, other than its margin.
create table curves (
    factor varchar primary key references factors (factor),
    question_id varchar not null references questions (question_id),
    measure varchar not null references measures (measure),
    meaning varchar not null,
    unit varchar,
    step double not null check (step > 0),
    remark varchar not null
);
comment on table curves is 'One row per quantity along which the scores of a question are shown, other than its margin.';
comment on column curves.factor is 'Factor whose levels are bands of the quantity, from the lowest.';
comment on column curves.question_id is 'Question whose cases have it.';
comment on column curves.measure is 'Measure that is the quantity.';
comment on column curves.meaning is 'What is measured, as on an axis.';
comment on column curves.unit is 'Its unit; null if it has none.';
comment on column curves.step is 'By how much of it the slope says what is lost, in its unit.';
comment on column curves.remark is 'What a reader of the curve has to know of its cases; empty if nothing.';
