-- One row per run and number of input tokens, with the number of replies that report it.
select runs.run_id, run_labels.label, made.input_tokens, count(*) as replies
from star.replies_made as made
join runs using (run_no)
join run_labels using (run_id)
where made.input_tokens is not null
group by all
order by runs.run_id, made.input_tokens;
