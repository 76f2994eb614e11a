-- One row per run: seconds and tokens of its replies, over those that report them; null if none does.
select
    runs.run_id,
    runs.model_id,
    runs.started_at,
    count(*) as replies,
    count(made.latency_s) as timed,
    median(made.latency_s) as median_latency_s,
    count(made.input_tokens + made.output_tokens) as counted,
    avg(made.input_tokens) filter (where made.output_tokens is not null) as input_tokens,
    avg(made.output_tokens) filter (where made.input_tokens is not null) as output_tokens
from star.replies_made as made
join runs using (run_no)
group by all
order by runs.run_id;
