-- One row per error in a file that was corrected while reading.
create table corrections (
    source varchar not null,
    location varchar not null,
    finding varchar not null,
    correction varchar not null,
    evidence varchar not null
);
comment on table corrections is 'One row per error in a file that was corrected while reading.';
comment on column corrections.source is 'File.';
comment on column corrections.location is 'Place in it.';
comment on column corrections.finding is 'The error.';
comment on column corrections.correction is 'The correction.';
comment on column corrections.evidence is 'Evidence for the correction.';
