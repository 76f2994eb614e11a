-- One row per run that was reread: its score over the answers that the rule reads, and their number.
select run_id, sum(score) as rule_sum, count(score) as rule_n, count(*) as n_answers
from scored_answers
where run_id in (select run_id from rereadings) and is_chosen($of_runs::varchar[], run_id)
group by run_id
order by run_id;
