-- One row per case and measure that it has.
create table case_measures (
    case_id varchar not null references cases (case_id),
    measure varchar not null references measures (measure),
    value double not null,
    primary key (case_id, measure)
);
comment on table case_measures is 'One row per case and measure that it has.';
comment on column case_measures.case_id is 'Case.';
comment on column case_measures.measure is 'Measure.';
comment on column case_measures.value is 'Its value.';
