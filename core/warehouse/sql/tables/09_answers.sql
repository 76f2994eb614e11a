-- One row per run, photograph that was asked, and question.
create table answers (
    run_id varchar not null references runs (run_id),
    model_id varchar not null references models (model_id),
    photograph_id varchar not null references photographs (photograph_id),
    question_id varchar not null references questions (question_id),
    status varchar not null check (status in ('ok', 'unparsed', 'invalid', 'api_error', 'missing')),
    value_number double,
    value_class varchar,
    kappa_3d double check (kappa_3d between 0 and 1),
    kappa_2d double check (kappa_2d between 0 and 1),
    kappa_audited double check (kappa_audited between 0 and 1),
    stated varchar,
    reason varchar,
    note varchar,
    primary key (run_id, photograph_id, question_id)
);
comment on table answers is 'One row per run, photograph that was asked, and question.';
comment on column answers.run_id is 'Run.';
comment on column answers.model_id is 'Model of the run.';
comment on column answers.photograph_id is 'Photograph that was shown.';
comment on column answers.question_id is 'Question.';
comment on column answers.status is 'ok; unparsed: stated, but not readable; invalid: a value that no triangle can have; api_error: the call failed; missing: not stated.';
comment on column answers.value_number is 'The number that was read (ratio, or degrees); kept where it is invalid.';
comment on column answers.value_class is 'The class that was read.';
comment on column answers.kappa_3d is 'Accuracy against the tape-measured truth, in [0, 1]; null unless status is ok.';
comment on column answers.kappa_2d is 'Accuracy against the image-plane truth, in [0, 1]; null unless status is ok.';
comment on column answers.kappa_audited is 'Accuracy against 3D, with the truths that the audit blames corrected; null unless status is ok.';
comment on column answers.stated is 'The value as the reply wrote it, at most 200 characters.';
comment on column answers.reason is 'Why the status is not ok; null where it is.';
comment on column answers.note is 'How the value was read if the reply departs from the format: a synonym, a unit, a key given twice; null otherwise.';
