-- One row per case that a run has a readable answer about and that fits the filters, lowest mean score first.
select case_id::varchar as case_id
from scored_answers
semi join selected_cases($filters) using (case_id)
where run_id = $run_id and score is not null
group by all
order by round(avg(score), 12), case_id;
