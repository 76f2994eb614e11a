-- One row per run: seconds and tokens of its replies, over those that report them; null if none does.
select
    runs.run_id,
    runs.model_id,
    runs.started_at,
    count(*) as replies,
    count(replies.latency_s) as timed,
    median(replies.latency_s) as median_latency_s,
    count(replies.input_tokens + replies.output_tokens) as counted,
    avg(replies.input_tokens) filter (where replies.output_tokens is not null) as input_tokens,
    avg(replies.output_tokens) filter (where replies.input_tokens is not null) as output_tokens
from star.replies
join runs using (run_no)
group by all
order by runs.run_id;
