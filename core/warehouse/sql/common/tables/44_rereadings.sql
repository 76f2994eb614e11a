-- One row per rereading of a reply and question: the extraction by a second reader, another model. It never counts in a
-- score; the rule's own reading is in case_answers.
create table rereadings (
    rereading_id varchar not null,
    run_id varchar not null references runs (run_id),
    case_id varchar not null references cases (case_id),
    question_id varchar not null,
    extractor_id varchar not null,
    extractor varchar not null,
    purpose varchar not null check (purpose in ('unread', 'sample')),
    status varchar not null check (status in ('read', 'none', 'invalid', 'refused', 'filtered', 'empty')),
    value_number double,
    value_class varchar,
    score double check (score between 0 and 1),
    reason varchar,
    raw varchar,
    asked_at timestamptz not null,
    latency_s double,
    input_tokens bigint,
    output_tokens bigint,
    cost_usd double,
    prompt_sha256 varchar not null,
    primary key (rereading_id, run_id, case_id, question_id)
);
comment on table rereadings is 'One row per rereading of a reply and question: what a second reader, another model, extracted. It never counts in a score.';
comment on column rereadings.rereading_id is 'Key of the rereading: one extractor, its prompt and its settings.';
comment on column rereadings.run_id is 'Run whose reply was reread.';
comment on column rereadings.case_id is 'Case of the reply.';
comment on column rereadings.question_id is 'Question.';
comment on column rereadings.extractor_id is 'Model that extracted, as provider:model.';
comment on column rereadings.extractor is 'Its name.';
comment on column rereadings.purpose is 'unread: the rule left an answer of the reply unread when it was asked about; sample: the reply is in the random sample of those that the rule read.';
comment on column rereadings.status is 'read: a value; none: the extractor says that the reply states no answer; invalid: the extractor returned what it may not; refused, filtered, empty: it returned no text that counts.';
comment on column rereadings.value_number is 'The number that the extractor read; null for others.';
comment on column rereadings.value_class is 'The letter, class or name that the extractor read; null for numbers.';
comment on column rereadings.score is 'Score that this value would have against the truth; null unless status is read.';
comment on column rereadings.reason is 'Why the status is not read or none; null if it is.';
comment on column rereadings.raw is 'The extractor''s reply as received; the same for all questions of a reply.';
comment on column rereadings.asked_at is 'When the extractor had replied.';
comment on column rereadings.latency_s is 'Seconds of the request; null in batches. As the tokens and the cost, it is the same for all questions of a reply.';
comment on column rereadings.input_tokens is 'Input tokens of the request; null if unknown.';
comment on column rereadings.output_tokens is 'Output tokens as billed; null if unknown.';
comment on column rereadings.cost_usd is 'Cost of the request in dollars; null if the price or the tokens are unknown.';
comment on column rereadings.prompt_sha256 is 'SHA-256 of the extractor''s prompt.';
