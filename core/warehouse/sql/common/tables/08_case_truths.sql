-- One row per case, question and frame: the right answer.
create table case_truths (
    case_id varchar not null references cases (case_id),
    question_id varchar not null references questions (question_id),
    frame varchar not null references frames (frame),
    value_number double,
    value_class varchar,
    code double not null,
    recomputed_number double,
    recomputed_class varchar,
    primary key (case_id, question_id, frame),
    check ((value_number is null) <> (value_class is null))
);
comment on table case_truths is 'One row per case, question and frame: what is right.';
comment on column case_truths.case_id is 'Case.';
comment on column case_truths.question_id is 'Question.';
comment on column case_truths.frame is 'Frame.';
comment on column case_truths.value_number is 'Value of a number question, as released, which scores use; null for others.';
comment on column case_truths.value_class is 'Class or letter, as released, which scores use; null for numbers.';
comment on column case_truths.code is 'The number, or the place of the class or option from 0.';
comment on column case_truths.recomputed_number is 'The same, computed here from measurements or parameters; null if it is not.';
comment on column case_truths.recomputed_class is 'The same for a class or letter.';
