-- One row per benchmark.
create table benchmarks (
    benchmark_id varchar primary key,
    title varchar not null,
    author varchar not null,
    source varchar not null,
    version varchar not null,
    licence varchar not null,
    credit varchar not null
);
comment on table benchmarks is 'One row per benchmark.';
comment on column benchmarks.benchmark_id is 'Key of the benchmark.';
comment on column benchmarks.title is 'Its name.';
comment on column benchmarks.author is 'Its author.';
comment on column benchmarks.source is 'Where it is published.';
comment on column benchmarks.version is 'Commit or version that is read.';
comment on column benchmarks.licence is 'Licence of its photographs and tables.';
comment on column benchmarks.credit is 'Line of credit to show beside its photographs.';
