-- One row per case, question and frame: what the best constant answer, chosen on the other groups for this frame, scores there.
create table blind_scores (
    case_id varchar not null references cases (case_id),
    question_id varchar not null references questions (question_id),
    frame varchar not null references frames (frame),
    score double,
    primary key (case_id, question_id, frame)
);
comment on table blind_scores is 'One row per case, question and frame: what the best constant answer, chosen on the other groups for this frame, scores there.';
comment on column blind_scores.case_id is 'Case.';
comment on column blind_scores.question_id is 'Question.';
comment on column blind_scores.frame is 'Frame that it is chosen for and scored against.';
comment on column blind_scores.score is 'Its score; null where there is no other group to choose it on.';
