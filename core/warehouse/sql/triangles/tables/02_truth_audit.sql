-- One row per triangle: whether its sides by tape agree with its photographs.
create table truth_audit (
    benchmark_id varchar not null references benchmarks (benchmark_id),
    triangle_id varchar primary key,
    verdict varchar not null check (
        verdict in (
            'agrees',
            'sides_swapped',
            'one_side_off',
            'all_sides_scaled',
            'several_sides_off',
            'labels_inconsistent',
            'cannot_tell'
        )
    ),
    is_blamed boolean not null,
    explanation varchar not null,
    views integer not null,
    ab_cm double not null,
    bc_cm double not null,
    ca_cm double not null,
    ab_residual_cm double,
    bc_residual_cm double,
    ca_residual_cm double,
    ab_spread_cm double,
    bc_spread_cm double,
    ca_spread_cm double,
    noise_cm double,
    limit_cm double,
    size_sigmas double,
    ab_audited_cm double not null,
    bc_audited_cm double not null,
    ca_audited_cm double not null,
    side_class_audited varchar not null,
    angle_class_audited varchar not null
);
comment on table truth_audit is 'One row per triangle: whether its sides by tape agree with its photographs.';
comment on column truth_audit.benchmark_id is 'Benchmark of the triangle.';
comment on column truth_audit.triangle_id is 'Physical triangle.';
comment on column truth_audit.verdict is 'agrees; sides_swapped: two sides are swapped; one_side_off; all_sides_scaled: all three are off by one factor; several_sides_off; labels_inconsistent: released values do not follow from the sides by tape; cannot_tell: fewer than two views, or views that contradict each other.';
comment on column truth_audit.is_blamed is 'Whether the verdict says that the sides by tape disagree with the photographs.';
comment on column truth_audit.explanation is 'The verdict in a sentence, with its evidence.';
comment on column truth_audit.views is 'Photographs in which all three sides were measured.';
comment on column truth_audit.ab_cm is 'Side AB by tape, as released, in centimetres.';
comment on column truth_audit.bc_cm is 'Side BC by tape.';
comment on column truth_audit.ca_cm is 'Side CA by tape.';
comment on column truth_audit.ab_residual_cm is 'Median over the views of AB through the homography minus AB by tape; null without a view.';
comment on column truth_audit.bc_residual_cm is 'The same for BC.';
comment on column truth_audit.ca_residual_cm is 'The same for CA.';
comment on column truth_audit.ab_spread_cm is 'Largest minus smallest AB over the views; null without a view.';
comment on column truth_audit.bc_spread_cm is 'The same for BC.';
comment on column truth_audit.ca_spread_cm is 'The same for CA.';
comment on column truth_audit.noise_cm is 'Standard deviation of a residual where tape and photographs agree, over all triangles; null without a view.';
comment on column truth_audit.limit_cm is 'The residual beyond which a side is blamed; null without a view.';
comment on column truth_audit.size_sigmas is 'The largest residual as a multiple of that noise; null without a view.';
comment on column truth_audit.ab_audited_cm is 'AB according to the verdict: by tape unless the tape is blamed; by tape, exchanged, where two sides are swapped; otherwise as the photographs show it.';
comment on column truth_audit.bc_audited_cm is 'The same for BC.';
comment on column truth_audit.ca_audited_cm is 'The same for CA.';
comment on column truth_audit.side_class_audited is 'Side class of the audited sides, by the rule of the paper.';
comment on column truth_audit.angle_class_audited is 'Angle class of the audited sides.';
