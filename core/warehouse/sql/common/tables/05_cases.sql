-- One row per case: the content of one message.
create table cases (
    case_id varchar primary key,
    position integer not null,
    group_id varchar not null,
    slot varchar not null,
    title varchar not null,
    text varchar
);
comment on table cases is 'One row per case: what is shown and asked in one message.';
comment on column cases.case_id is 'Key of the case.';
comment on column cases.position is 'Its place in the order of the benchmark, from 0.';
comment on column cases.group_id is 'Unit of independence in every statistic: a triangle, a figure.';
comment on column cases.slot is 'Its place in the group: P0 to T1, a number.';
comment on column cases.title is 'Name on the pages.';
comment on column cases.text is 'The question as it is put; null if the prompt says all.';
