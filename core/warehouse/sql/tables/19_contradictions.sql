-- One row per contradiction between answers of one reply.
create table contradictions (
    run_id varchar not null,
    photograph_id varchar not null,
    kind varchar not null,
    question_ids varchar[] not null,
    sentence varchar not null
);
comment on table contradictions is 'One row per contradiction between answers of one reply: values that no triangle has together.';
comment on column contradictions.run_id is 'Run.';
comment on column contradictions.photograph_id is 'Photograph that was shown.';
comment on column contradictions.kind is 'Name of the rule that the answers break.';
comment on column contradictions.question_ids is 'List of the questions whose answers contradict each other.';
comment on column contradictions.sentence is 'The contradiction in words, with the numbers of the reply.';
