-- One row per protocol: a way in which several cases count together.
create table protocols (
    protocol varchar primary key,
    position integer not null,
    title varchar not null,
    source varchar not null,
    is_headline boolean not null
);
comment on table protocols is 'One row per protocol: a way in which several cases count together.';
comment on column protocols.protocol is 'Key of the protocol.';
comment on column protocols.position is 'Its place in the order to show them, from 0.';
comment on column protocols.title is 'Name on the pages.';
comment on column protocols.source is 'Paper and section, or own.';
comment on column protocols.is_headline is 'Whether its score is the benchmarks main one.';
