-- One row per item that the build left out.
create table refusals (
    source varchar not null,
    location varchar not null,
    reason varchar not null
);
comment on table refusals is 'One row per thing that the build left out.';
comment on column refusals.source is 'File.';
comment on column refusals.location is 'Place in it.';
comment on column refusals.reason is 'Reason.';
