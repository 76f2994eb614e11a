-- One row per run and case that was asked, in this order: the reply. Views show it as case_replies. Runs and cases are
-- numbers, and there is no index: ten million answers have 1.7 million replies.
create schema star;

create table star.replies (
    run_no integer not null,
    case_no integer not null,
    raw varchar,
    status enum ('api_error', 'cut', 'empty', 'filtered', 'missing', 'ok', 'refused') not null,
    error varchar,
    latency_s double,
    input_tokens bigint,
    output_tokens bigint,
    api_model varchar,
    options varchar[],
    said_score double
);
comment on table star.replies is 'One row per run and case that was asked.';
comment on column star.replies.run_no is 'Place of the run in the order of models and their runs, from 0.';
comment on column star.replies.case_no is 'Place of the case in the order of the benchmark, from 0.';
comment on column star.replies.raw is 'The reply as received; null if there is none.';
comment on column star.replies.status is 'ok: a whole reply; cut: it was cut off at its limit; refused: the model declined; filtered: the provider held it back; empty: it has no text; api_error: the call failed; missing: not asked, or unknown.';
comment on column star.replies.error is 'Why the status is not ok; where it is, null or a note on how the reply ended.';
comment on column star.replies.latency_s is 'Seconds from the request that was answered to the end of its reply; null if unknown.';
comment on column star.replies.input_tokens is 'Input tokens; null if unknown.';
comment on column star.replies.output_tokens is 'Output tokens as billed, reasoning included; null if unknown.';
comment on column star.replies.api_model is 'Model that the provider says it used; null if unknown.';
comment on column star.replies.options is 'Texts of the options in the order in which the model saw them; null if that is the order of the case.';
comment on column star.replies.said_score is 'Score from 0 to 1 that another program gave this reply; it never counts. Null where none did.';
