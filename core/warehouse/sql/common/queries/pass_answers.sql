-- One row per answer of some runs to a question of a case that matches the filters: its score and whether it is right (null
-- if unreadable), and what was answered: the option's text or the class; for numbers its code.
select
    run_id::varchar as run_id,
    case_id::varchar as case_id,
    group_id::varchar as group_id,
    question_id::varchar as question_id,
    question_kind::varchar as question_kind,
    score,
    is_right(score, question_kind, $right_at) as is_right,
    value,
    said::varchar as said
from selected_answers($filters)
order by run_id, case_id, question_id;
