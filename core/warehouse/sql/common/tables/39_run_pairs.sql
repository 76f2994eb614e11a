-- One row per pair of the best pooled runs of vision-language models: the difference of their scores.
create table run_pairs (
    first varchar not null references runs (run_id),
    second varchar not null references runs (run_id),
    value double,
    standard_error double,
    low double,
    high double,
    p_value double,
    degrees_of_freedom integer not null,
    n integer not null,
    n_groups integer not null,
    primary key (first, second)
);
comment on table run_pairs is 'One row per two of the best pooled runs of vision-language models, at most twenty of them: the difference of their scores on the same cases and questions.';
comment on column run_pairs.first is 'Run.';
comment on column run_pairs.second is 'Run whose score is subtracted.';
comment on column run_pairs.value is 'Mean difference; null if they have no readable answer in common.';
comment on column run_pairs.standard_error is 'Its standard error, groups as clusters.';
comment on column run_pairs.low is 'Lower end of its 95% interval.';
comment on column run_pairs.high is 'Upper end.';
comment on column run_pairs.p_value is 'Two-sided, of the hypothesis that the difference is 0; not corrected for the number of pairs.';
comment on column run_pairs.degrees_of_freedom is 'Of Student''s t.';
comment on column run_pairs.n is 'Pairs of readable answers.';
comment on column run_pairs.n_groups is 'Groups with such pairs.';
