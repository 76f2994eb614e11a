-- One row per frame: the source of truths, and its purpose.
create table frames (
    frame varchar primary key,
    position integer not null,
    title varchar not null,
    phrase varchar not null,
    role varchar not null check (role in ('truth', 'foil', 'measured', 'corrected'))
);
comment on table frames is 'One row per frame: where truths come from, and what they are for.';
comment on column frames.frame is 'Key of the frame.';
comment on column frames.position is 'Its place in the order to show them, from 0.';
comment on column frames.title is 'Name on the pages.';
comment on column frames.phrase is 'The same in a sentence.';
comment on column frames.role is 'truth: answers are scored against it; foil: what an answer fits instead if a model reads something else; measured: only shown; corrected: the truth with errors of the release corrected.';
