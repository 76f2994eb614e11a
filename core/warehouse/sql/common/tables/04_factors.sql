-- One row per factor, by which cases can be filtered, grouped and compared.
create table factors (
    factor varchar primary key,
    position integer not null,
    title varchar not null,
    levels varchar[],
    is_first boolean not null,
    is_short boolean not null,
    origin varchar not null check (origin in ('release', 'measured', 'answers'))
);
comment on table factors is 'One row per factor: what cases can be filtered, grouped and compared by.';
comment on column factors.factor is 'Key of the factor: its column in scored_answers, and its name in links and in --photographs.';
comment on column factors.position is 'Its place in the order to show them, from 0.';
comment on column factors.title is 'Name on the pages.';
comment on column factors.levels is 'Its levels in order; null if the cases give them.';
comment on column factors.is_first is 'Whether its filter always stands in the sidebar, and not behind More filters.';
comment on column factors.is_short is 'Whether its levels are so short that they stand side by side.';
comment on column factors.origin is 'release: known before anybody has answered or measured; measured: from the pictures; answers: from the models answers, filled after scoring.';
