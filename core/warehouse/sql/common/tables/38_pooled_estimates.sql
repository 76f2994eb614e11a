-- One row per measure and slice of the answers of several runs together.
create table pooled_estimates (
    measure varchar not null check (measure in ('effect', 'chance')),
    slice varchar not null,
    value double,
    standard_error double,
    low double,
    high double,
    p_value double,
    degrees_of_freedom integer,
    n integer not null,
    n_groups integer,
    primary key (measure, slice)
);
comment on table pooled_estimates is 'One row per measure and slice of the answers of several runs together.';
comment on column pooled_estimates.measure is 'effect: score with a circumstance minus without, over the pooled runs of all vision-language models; chance: what guessing among the options gives, over all runs.';
comment on column pooled_estimates.slice is 'Of an effect its contrast; else empty.';
comment on column pooled_estimates.value is 'The difference or the mean; null if there is none.';
comment on column pooled_estimates.standard_error is 'Its standard error, groups as clusters.';
comment on column pooled_estimates.low is 'Lower end of its 95% interval.';
comment on column pooled_estimates.high is 'Upper end.';
comment on column pooled_estimates.p_value is 'Two-sided, of the hypothesis that the value is 0.';
comment on column pooled_estimates.degrees_of_freedom is 'Of Student''s t.';
comment on column pooled_estimates.n is 'Readable answers; of chance all answers.';
comment on column pooled_estimates.n_groups is 'Groups with readable answers.';
