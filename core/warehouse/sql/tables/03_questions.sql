-- One row per question of the prompt.
create table questions (
    question_id varchar primary key,
    key varchar not null,
    title varchar not null,
    asks varchar not null,
    kind varchar not null check (kind in ('class', 'ratio', 'angle')),
    unit varchar
);
comment on table questions is 'One row per question of the prompt.';
comment on column questions.question_id is 'Q1 to Q6.';
comment on column questions.key is 'Key of the answer in the JSON object that the prompt asks for.';
comment on column questions.title is 'Short name.';
comment on column questions.asks is 'The quantity in symbols.';
comment on column questions.kind is 'How an answer is scored: class (right or wrong), ratio (relative error), angle (error over 180 degrees).';
comment on column questions.unit is 'Unit of a number; null if it has none.';
