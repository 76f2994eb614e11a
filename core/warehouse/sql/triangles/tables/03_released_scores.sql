-- One row per answer of the release, as the release itself reads and scores it.
create table released_scores (
    model_id varchar not null,
    case_id varchar not null,
    question_id varchar not null,
    value_number double,
    value_class varchar,
    score double,
    foil_score double,
    primary key (model_id, case_id, question_id)
);
comment on table released_scores is 'One row per answer of the release, as the release itself reads and scores it.';
comment on column released_scores.model_id is 'Model.';
comment on column released_scores.case_id is 'Photograph.';
comment on column released_scores.question_id is 'Question.';
comment on column released_scores.value_number is 'Number in the parsed table of the release; null if the table is absent.';
comment on column released_scores.value_class is 'Class in the parsed table of the release; null if the table is absent.';
comment on column released_scores.score is 'Accuracy against 3D in the release; null if the table is absent.';
comment on column released_scores.foil_score is 'Accuracy against 2D in the release; null if the table is absent.';
