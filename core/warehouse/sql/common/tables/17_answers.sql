-- One row per run, question and case that was asked, in this order: the answer, its scores and its diagnosis. Views show
-- it as scored_answers, case_answers, scores and fits. Properties of a run, a case or a question are stored once, in
-- star.answering_runs and star.asked_cases. There is no index: rows are found by their order.
create table star.answers (
    run_no integer not null,
    asked_no integer not null,
    status enum ('api_error', 'invalid', 'missing', 'ok', 'unparsed') not null,
    value_number double,
    value_class varchar,
    code double,
    score double check (score between 0 and 1),
    foil_score double check (foil_score between 0 and 1),
    corrected_score double check (corrected_score between 0 and 1),
    fits enum (
        'both', 'foil only', 'nearer to the foil', 'nearer to the truth', 'neither', 'too close to tell', 'truth only'
    ),
    is_contradicted boolean not null,
    stated varchar,
    reason varchar,
    note varchar
);
comment on table star.answers is 'One row per run, case that was asked, and question.';
comment on column star.answers.run_no is 'Place of the run in the order of models and their runs, from 0.';
comment on column star.answers.asked_no is 'Place of the case and its question in the order of questions and cases, from 0.';
comment on column star.answers.status is 'ok; unparsed: stated, but not readable; invalid: a value that cannot be; api_error: the call failed; missing: not stated.';
comment on column star.answers.value_number is 'The number that was read.';
comment on column star.answers.value_class is 'The class or letter that was read.';
comment on column star.answers.code is 'The number, or the place of the class or option from 0; null unless status is ok.';
comment on column star.answers.score is 'Score against the truth; null unless status is ok.';
comment on column star.answers.foil_score is 'Score against the foil; null unless status is ok, and without a foil.';
comment on column star.answers.corrected_score is 'Score against the truth with errors of the release corrected; null unless status is ok, and if nothing corrects it.';
comment on column star.answers.fits is 'The truth that the answer fits: truth only, foil only, both, neither (classes); nearer to the truth, nearer to the foil, too close to tell (numbers); null without a foil.';
comment on column star.answers.is_contradicted is 'Whether another answer of the same reply contradicts it.';
comment on column star.answers.stated is 'The value as the reply wrote it, at most 200 characters.';
comment on column star.answers.reason is 'Why the status is not ok; null if it is.';
comment on column star.answers.note is 'How the value was read if the reply departs from the format: a synonym, a unit, a key given twice; null otherwise.';
