-- One row per file that a build reads or expects.
create table sources (
    path varchar primary key,
    bytes bigint,
    sha256 varchar,
    status varchar not null check (status in ('verified', 'changed', 'unlisted', 'absent'))
);
comment on table sources is 'One row per file that a build reads or expects.';
comment on column sources.path is 'Path in the release, or of a journal in the folder of runs.';
comment on column sources.bytes is 'Size; null if absent.';
comment on column sources.sha256 is 'SHA-256 as read; null if absent.';
comment on column sources.status is 'verified: as in the pinned list; changed: different from it; unlisted: not in the list; absent: listed, not on the disk.';
