-- One row per subset of cases for which reliance on the foil is split into habit and looking.
create table subsets (
    subset varchar primary key,
    position integer not null,
    title varchar not null,
    phrase varchar not null,
    factor varchar,
    levels varchar[]
);
comment on table subsets is 'One row per subset of cases for which reliance on the foil is told apart into habit and looking.';
comment on column subsets.subset is 'Key of the subset.';
comment on column subsets.position is 'Its place, from 0; findings are about the first.';
comment on column subsets.title is 'What pages call it.';
comment on column subsets.phrase is 'One of its cases, as in a sentence.';
comment on column subsets.factor is 'Factor that limits the cases; null for all.';
comment on column subsets.levels is 'Its levels that count; null for all.';
