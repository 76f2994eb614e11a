-- One row per run, measure and slice of its answers: the estimates that Overview shows, which no filter changes.
create table run_estimates (
    run_id varchar not null references runs (run_id),
    measure varchar not null check (measure in ('score', 'foil_score', 'reliance', 'skill', 'looking', 'effect')),
    slice varchar not null,
    value double,
    standard_error double,
    low double,
    high double,
    p_value double,
    degrees_of_freedom integer not null,
    n integer not null,
    n_groups integer not null,
    share_missing double check (share_missing between 0 and 1),
    least double,
    most double,
    n_asked integer not null check (n_asked >= n),
    n_cases integer not null,
    n_asked_groups integer not null check (n_asked_groups >= n_groups),
    primary key (run_id, measure, slice)
);
comment on table run_estimates is 'One row per run, measure and slice of its answers: a mean or a difference of means with its interval, groups as clusters.';
comment on column run_estimates.run_id is 'Run.';
comment on column run_estimates.measure is 'score, foil_score: mean score against the truth and the foil; reliance: the second minus the first; skill: score minus that of the best constant answer; looking: score minus that of the blind reader of question and options on the same cases; effect: score with a circumstance minus without.';
comment on column run_estimates.slice is 'Of reliance a level of the factor of the first contrast, of an effect its contrast; empty for all answers.';
comment on column run_estimates.value is 'The mean, or the difference; null if nothing could be read.';
comment on column run_estimates.standard_error is 'Its standard error; of skill by a bootstrap that chooses the constants again.';
comment on column run_estimates.low is 'Lower end of its 95% interval.';
comment on column run_estimates.high is 'Upper end.';
comment on column run_estimates.p_value is 'Two-sided, of the hypothesis that the value is 0; not corrected.';
comment on column run_estimates.degrees_of_freedom is 'Of Student''s t.';
comment on column run_estimates.n is 'Readable answers.';
comment on column run_estimates.n_groups is 'Groups with readable answers.';
comment on column run_estimates.share_missing is 'Of the score: share of unreadable answers.';
comment on column run_estimates.least is 'Of the score: the mean with all unreadable answers wrong.';
comment on column run_estimates.most is 'Of the score: the mean with all unreadable answers right.';
comment on column run_estimates.n_asked is 'Answers, readable or not.';
comment on column run_estimates.n_cases is 'Cases with answers, readable or not.';
comment on column run_estimates.n_asked_groups is 'Groups with answers, readable or not.';
