-- One row per run: its answers that match the filters, by outcome.
select
    run_id::varchar as run_id,
    count(*) filter (is_right(score, question_kind, $right_at)) as n_right,
    count(*) filter (not is_right(score, question_kind, $right_at)) as n_wrong,
    count(*) filter (status <> 'ok') as n_unreadable
from selected_answers($filters)
group by run_id
order by run_id;
