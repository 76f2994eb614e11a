-- One row per case, question and frame: the score without looking. For classes and numbers it is that of the best constant
-- answer on the other groups, for options the larger of chance and the best constant on the other half.
create table blind_scores (
    case_id varchar not null references cases (case_id),
    question_id varchar not null references questions (question_id),
    frame varchar not null references frames (frame),
    score double,
    primary key (case_id, question_id, frame)
);
comment on table blind_scores is 'One row per case, question and frame: what answering without looking scores there: the best constant answer on other groups; of options chance, if that is larger on average.';
comment on column blind_scores.case_id is 'Case.';
comment on column blind_scores.question_id is 'Question.';
comment on column blind_scores.frame is 'Frame that it is chosen for and scored against.';
comment on column blind_scores.score is 'Its score; null if there is no other group to choose a constant on.';
