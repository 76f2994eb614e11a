-- One row per run, question (or all), score and subset of cases: the gain from looking over the model's habits. Without the
-- constant and the text-only baseline, which are fitted to the truths of other groups.
create table lifts (
    run_id varchar not null references runs (run_id),
    question_id varchar not null,
    against varchar not null check (against in ('truth', 'foil', 'reliance')),
    subset varchar not null,
    mean double,
    mean_standard_error double,
    mean_low double,
    mean_high double,
    chance double,
    chance_standard_error double,
    chance_low double,
    chance_high double,
    lift double,
    standard_error double,
    low double,
    high double,
    p_value double,
    n integer not null,
    n_groups integer not null,
    primary key (run_id, question_id, against, subset)
);
comment on table lifts is 'One row per run, question (or all), score and subset of cases: the score minus its mean when the answers move to other groups.';
comment on column lifts.run_id is 'Run.';
comment on column lifts.question_id is 'Question, or all.';
comment on column lifts.against is 'truth or foil: the score against it; reliance: score against the foil - score against the truth.';
comment on column lifts.subset is 'Cases that the answers are about: all, or some that the benchmark names.';
comment on column lifts.mean is 'Mean score at the groups that were asked about.';
comment on column lifts.mean_standard_error is 'Of the mean, jackknife over groups.';
comment on column lifts.mean_low is 'Lower end of its 95% interval.';
comment on column lifts.mean_high is 'Upper end.';
comment on column lifts.chance is 'Mean score of the same answers at other groups, each in its slot, or of options at those that offer the same: what habit gives.';
comment on column lifts.chance_standard_error is 'Of chance, jackknife over groups.';
comment on column lifts.chance_low is 'Lower end of its 95% interval.';
comment on column lifts.chance_high is 'Upper end.';
comment on column lifts.lift is 'mean - chance: what looking adds.';
comment on column lifts.standard_error is 'Of the lift, jackknife over groups.';
comment on column lifts.low is 'Lower end of its 95% interval.';
comment on column lifts.high is 'Upper end.';
comment on column lifts.p_value is 'Of the lift, by 2,000 seeded permutations of the groups, and by Student''s t where none of them is as good; one-sided for scores, two-sided for reliance.';
comment on column lifts.n is 'Readable answers that have another group to move to.';
comment on column lifts.n_groups is 'Groups with readable answers.';
