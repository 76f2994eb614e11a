-- One row: the benchmark of this warehouse, and the words that pages use for its things.
create table benchmarks (
    benchmark_id varchar primary key,
    title varchar not null,
    author varchar not null,
    source varchar not null,
    version varchar not null,
    licence varchar not null,
    credit varchar not null,
    case_word varchar not null,
    cases_word varchar not null,
    group_word varchar not null,
    groups_word varchar not null,
    score_word varchar not null,
    score_meaning varchar not null,
    prescribes_prompt boolean not null
);
comment on table benchmarks is 'One row: the benchmark of this warehouse, and what pages call its things.';
comment on column benchmarks.benchmark_id is 'Key of the benchmark.';
comment on column benchmarks.title is 'Its name.';
comment on column benchmarks.author is 'Its author.';
comment on column benchmarks.source is 'Where it is published.';
comment on column benchmarks.version is 'Commit or version that is read.';
comment on column benchmarks.licence is 'Licence of its pictures and tables.';
comment on column benchmarks.credit is 'Line of credit to show beside its pictures.';
comment on column benchmarks.case_word is 'What a case is called: photograph, item, question.';
comment on column benchmarks.cases_word is 'The same in the plural.';
comment on column benchmarks.group_word is 'What a group is called: triangle, figure, solid.';
comment on column benchmarks.groups_word is 'The same in the plural.';
comment on column benchmarks.score_word is 'What a score is called: score, accuracy.';
comment on column benchmarks.score_meaning is 'What the score is, as a sentence.';
comment on column benchmarks.prescribes_prompt is 'Whether its prompt is part of it, so that only runs with this prompt are compared; not of a table or of logs that a user added.';
