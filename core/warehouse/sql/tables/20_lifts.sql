-- One row per run, question (or all), score and kind of photographs: what looking adds to the model's habits. Without the
-- blind constant, which is chosen on the truths.
create table lifts (
    run_id varchar not null references runs (run_id),
    question_id varchar not null,
    score varchar not null check (score in ('3d', '2d', 'reliance')),
    photographs varchar not null
        check (photographs in ('all', 'planar', 'tilted', 'side class changes', 'side class stays')),
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
    n_triangles integer not null,
    primary key (run_id, question_id, score, photographs)
);
comment on table lifts is 'One row per run, question (or all), score and kind of photographs: the score minus its mean when the answers move to other triangles.';
comment on column lifts.run_id is 'Run.';
comment on column lifts.question_id is 'Question, or all.';
comment on column lifts.score is '3d or 2d: kappa against that truth; reliance: kappa 2D - kappa 3D.';
comment on column lifts.photographs is 'Photographs that the answers are about: all, those of a pose, or those whose released side class differs between 3D and 2D or does not.';
comment on column lifts.mean is 'Mean score at the triangles that were asked about.';
comment on column lifts.mean_standard_error is 'Of the mean, jackknife over triangles.';
comment on column lifts.mean_low is 'Lower end of its 95 % interval.';
comment on column lifts.mean_high is 'Upper end.';
comment on column lifts.chance is 'Mean score of the same answers at all other triangles, each under its condition: what habit gives.';
comment on column lifts.chance_standard_error is 'Of chance, jackknife over triangles.';
comment on column lifts.chance_low is 'Lower end of its 95 % interval.';
comment on column lifts.chance_high is 'Upper end.';
comment on column lifts.lift is 'mean - chance: what looking adds.';
comment on column lifts.standard_error is 'Of the lift, jackknife over triangles.';
comment on column lifts.low is 'Lower end of its 95 % interval.';
comment on column lifts.high is 'Upper end.';
comment on column lifts.p_value is 'Of the lift, by 2,000 seeded permutations of the triangles; one-sided for kappa, two-sided for reliance.';
comment on column lifts.n is 'Readable answers.';
comment on column lifts.n_triangles is 'Triangles with readable answers.';
