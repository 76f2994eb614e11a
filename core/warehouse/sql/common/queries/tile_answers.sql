-- One row per run and case on a page of the gallery: how many of the selected questions were asked, their outcomes, and the
-- answer if exactly one was asked. An empty list of questions is none, null is all.
select
    case_id::varchar as case_id,
    run_id::varchar as run_id,
    model_id::varchar as model_id,
    count(*) as n_asked,
    count(*) filter (is_right(score, question_kind, $right_at)) as n_right,
    count(*) filter (is_right_by_foil_only(score, foil_score, question_kind, $right_at)) as n_foil_only,
    count(*) filter (status <> 'ok') as n_unreadable,
    if(count(*) = 1, any_value(status), null)::varchar as status,
    if(count(*) = 1, any_value(value_number), null) as value_number,
    if(count(*) = 1, any_value(value_class), null)::varchar as value_class
from scored_answers
where list_contains($case_ids::varchar[], case_id)
    and list_contains($run_ids::varchar[], run_id)
    and is_chosen($question_ids::varchar[], question_id)
group by all
order by case_id, run_id;
