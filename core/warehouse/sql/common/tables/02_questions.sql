-- One row per question that cases ask.
create table questions (
    question_id varchar primary key,
    position integer not null,
    key varchar not null,
    title varchar not null,
    asks varchar not null,
    kind varchar not null check (
        kind in ('class', 'choice', 'name', 'ratio', 'angle')
        or split_part(kind, ':', 1) in ('number', 'text', 'point', 'box', 'order', 'choices')
    ),
    unit varchar,
    options varchar[],
    low double,
    high double,
    low_is_open boolean not null
);
comment on table questions is 'One row per question that cases ask.';
comment on column questions.question_id is 'Key of the question.';
comment on column questions.position is 'Its place in the order to show them, from 0.';
comment on column questions.key is 'Key of the answer in the JSON object that the prompt asks for, where it asks for one.';
comment on column questions.title is 'Short name.';
comment on column questions.asks is 'The quantity in symbols or words.';
comment on column questions.kind is 'How an answer is scored: class, choice, name (right or wrong), ratio (relative error), angle (error over 180 degrees), or a type with its rule, such as number:mra.';
comment on column questions.unit is 'Unit of a number; null if it has none.';
comment on column questions.options is 'The classes of a class question, in the order of their codes; null for others.';
comment on column questions.low is 'Lowest possible value of a number; null for others.';
comment on column questions.high is 'Highest possible value; null if there is none.';
comment on column questions.low_is_open is 'Whether the lowest value itself is out of reach.';
