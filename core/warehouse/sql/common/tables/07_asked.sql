-- One row per case and question that it asks.
create table asked (
    asked_no integer not null,
    case_id varchar not null references cases (case_id),
    question_id varchar not null references questions (question_id),
    options varchar[],
    meanings varchar[],
    chance double check (chance between 0 and 1),
    form varchar,
    primary key (case_id, question_id)
);
comment on table asked is 'One row per case and question that it asks.';
comment on column asked.asked_no is 'Its place in the order of questions and cases, from 0.';
comment on column asked.case_id is 'Case.';
comment on column asked.question_id is 'Question.';
comment on column asked.options is 'Options of a multiple-choice question in the order of their letters; null for others.';
comment on column asked.meanings is 'Of each option, the one that says the same of the picture that is not mirrored; null if each is its own.';
comment on column asked.chance is 'What guessing among the options gives; null without options.';
comment on column asked.form is 'What the reader of an open answer needs to know (unit, size of the image, items), as JSON; null for others.';
