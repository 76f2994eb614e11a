-- One row: the build that made this file.
create table builds (
    built_at timestamptz not null,
    trilens_version varchar not null,
    schema_sha256 varchar not null,
    fingerprint varchar not null,
    source varchar not null,
    build_s double not null
);
comment on table builds is 'One row: the build that made this file.';
comment on column builds.built_at is 'When it was built.';
comment on column builds.trilens_version is 'Version of Trilens.';
comment on column builds.schema_sha256 is 'Checksum of the definitions of tables and views.';
comment on column builds.fingerprint is 'Checksum over all inputs and the code; builds with equal checksums have equal contents.';
comment on column builds.source is 'Folder of the release that was read.';
comment on column builds.build_s is 'Seconds that it took, without the photographs.';
