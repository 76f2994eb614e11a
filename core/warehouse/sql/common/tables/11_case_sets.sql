-- One row per protocol and case of one of its sets.
create table case_sets (
    protocol varchar not null references protocols (protocol),
    set_id varchar not null,
    case_id varchar not null references cases (case_id),
    primary key (protocol, case_id)
);
comment on table case_sets is 'One row per protocol and case of one of its sets.';
comment on column case_sets.protocol is 'Protocol.';
comment on column case_sets.set_id is 'Set; its cases count together.';
comment on column case_sets.case_id is 'Case.';
