-- One row per run and number of input tokens, with the number of replies that report it.
select runs.run_id, run_labels.label, replies.input_tokens, count(*) as replies
from star.replies
join runs using (run_no)
join run_labels using (run_id)
where replies.input_tokens is not null
group by all
order by runs.run_id, replies.input_tokens;
