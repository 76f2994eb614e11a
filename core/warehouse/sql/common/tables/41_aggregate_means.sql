-- One row per run and named mean of a paper with answers of the run.
create table aggregate_means (
    run_id varchar not null references runs (run_id),
    aggregate_id varchar not null references aggregates (aggregate_id),
    value double not null,
    standard_error double,
    low double,
    high double,
    p_value double,
    degrees_of_freedom integer not null,
    n integer not null,
    n_groups integer not null,
    n_means integer not null,
    least double,
    most double,
    primary key (run_id, aggregate_id)
);
comment on table aggregate_means is 'One row per run and named mean of a paper that it has answered for, with its interval, groups as clusters.';
comment on column aggregate_means.run_id is 'Run.';
comment on column aggregate_means.aggregate_id is 'Named mean.';
comment on column aggregate_means.value is 'The mean, a share.';
comment on column aggregate_means.standard_error is 'Its standard error.';
comment on column aggregate_means.low is 'Lower end of its 95% interval.';
comment on column aggregate_means.high is 'Upper end.';
comment on column aggregate_means.p_value is 'Two-sided, of the hypothesis that the value is 0; not corrected.';
comment on column aggregate_means.degrees_of_freedom is 'Of Student''s t.';
comment on column aggregate_means.n is 'Readable answers, or sets of which every answer is readable.';
comment on column aggregate_means.n_groups is 'Groups with such answers.';
comment on column aggregate_means.n_means is 'Cells with such answers; 1 where the mean is over all of them.';
comment on column aggregate_means.least is 'The mean with all unreadable answers wrong.';
comment on column aggregate_means.most is 'The mean with all unreadable answers right.';
