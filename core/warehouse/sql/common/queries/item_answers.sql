-- One row per answer to a question of a case that matches the filters: whether it is right (null if unreadable), its code,
-- that of the truth, and chance.
select
    run_id::varchar as run_id,
    run_label::varchar as run_label,
    model_id::varchar as model_id,
    model_kind::varchar as model_kind,
    case_id::varchar as case_id,
    group_id::varchar as group_id,
    question_id::varchar as question_id,
    question_kind::varchar as question_kind,
    is_right(score, question_kind, $right_at) as is_right,
    value,
    truth,
    coalesce(chance, 0) as chance
from selected_answers($filters)
order by case_id, question_id, run_id;
