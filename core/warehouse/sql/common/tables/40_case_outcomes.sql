-- One row per case and question with fixed answers: the outcomes of the models' answers.
create table case_outcomes (
    case_id varchar not null references cases (case_id),
    question_id varchar not null references questions (question_id),
    n_right integer not null,
    n_foil integer not null,
    n_wrong integer not null,
    primary key (case_id, question_id)
);
comment on table case_outcomes is 'One row per case and question with fixed answers: how the readable answers of the pooled runs of vision-language models came out, or those of all runs where there is no such run.';
comment on column case_outcomes.case_id is 'Case.';
comment on column case_outcomes.question_id is 'Question.';
comment on column case_outcomes.n_right is 'Right answers.';
comment on column case_outcomes.n_foil is 'Answers that are right against the foil only.';
comment on column case_outcomes.n_wrong is 'Answers that are neither.';
