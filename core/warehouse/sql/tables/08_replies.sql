-- One row per run and photograph that was asked.
create table replies (
    run_id varchar not null references runs (run_id),
    model_id varchar not null references models (model_id),
    photograph_id varchar not null references photographs (photograph_id),
    raw varchar,
    status varchar not null check (status in ('ok', 'api_error', 'missing')),
    error varchar,
    latency_s double,
    input_tokens bigint,
    output_tokens bigint,
    primary key (run_id, photograph_id)
);
comment on table replies is 'One row per run and photograph that was asked.';
comment on column replies.run_id is 'Run.';
comment on column replies.model_id is 'Model of the run.';
comment on column replies.photograph_id is 'Photograph that was shown.';
comment on column replies.raw is 'The reply as it came; null where there is none.';
comment on column replies.status is 'ok: there is a reply; api_error: the call failed; missing: nothing came.';
comment on column replies.error is 'Why the call failed; null where it did not.';
comment on column replies.latency_s is 'Seconds until the reply was complete; null where unknown.';
comment on column replies.input_tokens is 'Tokens that were sent; null where unknown.';
comment on column replies.output_tokens is 'Tokens that came back; null where unknown.';
