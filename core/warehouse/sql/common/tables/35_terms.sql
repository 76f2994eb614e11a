-- One row per benchmark-specific word that pages explain.
create table terms (
    word varchar primary key,
    meaning varchar not null,
    forms varchar[] not null
);
comment on table terms is 'One row per word of the benchmark''s own that pages explain.';
comment on column terms.word is 'The word, as a heading has it.';
comment on column terms.meaning is 'What it means, as a sentence.';
comment on column terms.forms is 'How else it is written: in the plural, in another spelling.';
