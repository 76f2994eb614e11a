-- One row per case and factor for which it has a level.
create table case_factors (
    case_id varchar not null references cases (case_id),
    factor varchar not null references factors (factor),
    level varchar not null,
    primary key (case_id, factor)
);
comment on table case_factors is 'One row per case and factor that it has a level of.';
comment on column case_factors.case_id is 'Case.';
comment on column case_factors.factor is 'Factor.';
comment on column case_factors.level is 'Level.';
