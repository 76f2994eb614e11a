-- One row per readable answer and frame that it is scored against.
create table scores (
    run_id varchar not null,
    case_id varchar not null,
    question_id varchar not null,
    frame varchar not null references frames (frame),
    score double not null check (score between 0 and 1),
    primary key (run_id, case_id, question_id, frame)
);
comment on table scores is 'One row per readable answer and frame that it is scored against.';
comment on column scores.run_id is 'Run.';
comment on column scores.case_id is 'Case.';
comment on column scores.question_id is 'Question.';
comment on column scores.frame is 'Frame of the truth.';
comment on column scores.score is 'Score in [0, 1], 1 - error.';
