-- One row per contradiction between answers of one reply.
create table contradictions (
    run_id varchar not null,
    case_id varchar not null,
    kind varchar not null,
    question_ids varchar[] not null,
    sentence varchar not null
);
comment on table contradictions is 'One row per contradiction between answers of one reply.';
comment on column contradictions.run_id is 'Run.';
comment on column contradictions.case_id is 'Case.';
comment on column contradictions.kind is 'What contradicts what.';
comment on column contradictions.question_ids is 'Questions whose answers contradict each other.';
comment on column contradictions.sentence is 'The contradiction in words, with the numbers.';
