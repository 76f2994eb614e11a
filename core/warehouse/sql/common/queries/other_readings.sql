-- One row per run with open answers that match the filters, without the baselines: its answers, how many of them would be
-- right with another reading, and of these how many with x and y exchanged.
select
    runs.run_id::varchar as run_id,
    any_value(runs.run_label::varchar) as run_label,
    count(*) as n,
    count(*) filter (answers.note like '%would be right%') as n_otherwise,
    count(*) filter (answers.note like '%x and y exchanged%') as n_exchanged
from star.answers
join star.answering_runs as runs using (run_no)
join star.asked_cases as asked using (asked_no)
semi join selected_cases($filters) using (case_id)
where (asked.question_kind::varchar like 'point:%' or asked.question_kind::varchar like 'box:%')
    and runs.model_kind::varchar <> 'reference'
    and is_chosen($filters['runs'], runs.run_id)
group by runs.run_id
order by n_otherwise desc, runs.run_id;
