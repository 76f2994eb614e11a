-- One row per run with answers that lacks the estimate of its score, or whose estimate counts other answers than exist.
select answered.run_id, answered.n, run_estimates.n_asked
from (select run_id, count(*) as n from case_answers group by run_id) as answered
left join run_estimates
    on run_estimates.run_id = answered.run_id and run_estimates.measure = 'score' and run_estimates.slice = ''
where run_estimates.n_asked is distinct from answered.n;
