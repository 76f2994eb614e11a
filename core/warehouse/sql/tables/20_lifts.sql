-- One row per run, question (or all) and score: what the photograph adds to the model's habits.
create table lifts (
    run_id varchar not null references runs (run_id),
    question_id varchar not null,
    score varchar not null check (score in ('3d', '2d', 'reliance')),
    mean double,
    chance double,
    lift double,
    standard_error double,
    low double,
    high double,
    p_value double,
    n integer not null,
    n_triangles integer not null,
    primary key (run_id, question_id, score)
);
comment on table lifts is 'One row per run, question (or all) and score: kappa minus its mean when the answers move to other triangles.';
comment on column lifts.run_id is 'Run.';
comment on column lifts.question_id is 'Question, or all.';
comment on column lifts.score is '3d or 2d: kappa against that truth; reliance: kappa 2D - kappa 3D.';
comment on column lifts.mean is 'Mean score at the triangles that were asked about.';
comment on column lifts.chance is 'Mean score of the same answers at all other triangles, the views together.';
comment on column lifts.lift is 'mean - chance.';
comment on column lifts.standard_error is 'Of the lift, jackknife over triangles.';
comment on column lifts.low is 'Lower end of its 95 % interval.';
comment on column lifts.high is 'Upper end.';
comment on column lifts.p_value is 'By 2,000 seeded permutations of the triangles; one-sided for kappa, two-sided for reliance.';
comment on column lifts.n is 'Readable answers.';
comment on column lifts.n_triangles is 'Triangles with readable answers.';
