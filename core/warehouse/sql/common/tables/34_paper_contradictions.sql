-- One row per place where a paper's text and tables disagree, or seemed to.
create table paper_contradictions (
    contradiction_id varchar primary key,
    claim varchar not null,
    claimed varchar not null,
    table_says varchar not null,
    unit varchar not null,
    verdict varchar not null,
    stated_by varchar not null check (stated_by in ('authors', 'table', 'us')),
    quote varchar not null,
    source varchar not null
);
comment on table paper_contradictions is 'One row per place where a paper''s text and tables disagree, or were thought to.';
comment on column paper_contradictions.contradiction_id is 'Key.';
comment on column paper_contradictions.claim is 'What the number is.';
comment on column paper_contradictions.claimed is 'What the text says; empty if it gives no number.';
comment on column paper_contradictions.table_says is 'What the tables say.';
comment on column paper_contradictions.unit is 'Unit of the numbers.';
comment on column paper_contradictions.verdict is 'What follows.';
comment on column paper_contradictions.stated_by is 'Who states it: the authors in words, a table or figure alone, or this program, which asks.';
comment on column paper_contradictions.quote is 'A few words of the authors that state it; empty if they do not.';
comment on column paper_contradictions.source is 'Where text and table stand.';
