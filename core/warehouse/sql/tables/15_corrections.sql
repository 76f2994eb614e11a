-- One row per thing that a file says wrongly and that was read otherwise.
create table corrections (
    source varchar not null,
    location varchar not null,
    finding varchar not null,
    correction varchar not null,
    evidence varchar not null
);
comment on table corrections is 'One row per thing that a file says wrongly and that was read otherwise.';
comment on column corrections.source is 'File.';
comment on column corrections.location is 'Place in it.';
comment on column corrections.finding is 'What is wrong.';
comment on column corrections.correction is 'How it was read.';
comment on column corrections.evidence is 'What speaks for it.';
