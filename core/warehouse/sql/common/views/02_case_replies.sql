-- One row per run and case that was asked.
create view case_replies as
select
    runs.run_id,
    runs.model_id,
    cases.case_id,
    replies.raw,
    replies.status::varchar as status,
    replies.error,
    replies.latency_s,
    replies.input_tokens,
    replies.output_tokens,
    replies.api_model,
    replies.options,
    replies.said_score
from star.replies
join runs using (run_no)
join cases on cases.position = replies.case_no;
comment on view case_replies is 'One row per run and case that was asked.';
comment on column case_replies.run_id is 'Run.';
comment on column case_replies.model_id is 'Model of the run.';
comment on column case_replies.case_id is 'Case that was asked.';
comment on column case_replies.raw is 'The reply as received; null if there is none.';
comment on column case_replies.status is 'ok: a whole reply; cut: it was cut off at its limit; refused: the model declined; filtered: the provider held it back; empty: it has no text; api_error: the call failed; missing: not asked, or unknown.';
comment on column case_replies.error is 'Why the status is not ok; where it is, null or a note on how the reply ended.';
comment on column case_replies.latency_s is 'Seconds from the request that was answered to the end of its reply; null if unknown.';
comment on column case_replies.input_tokens is 'Input tokens; null if unknown.';
comment on column case_replies.output_tokens is 'Output tokens as billed, reasoning included; null if unknown.';
comment on column case_replies.api_model is 'Model that the provider says it used; null if unknown.';
comment on column case_replies.options is 'Texts of the options in the order in which the model saw them; null if that is the order of the case.';
comment on column case_replies.said_score is 'Score from 0 to 1 that another program gave this reply; it never counts. Null where none did.';
