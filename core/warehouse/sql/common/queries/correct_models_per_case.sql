-- One row per answered case that matches the filters: how many of the selected models are right, by the same runs as
-- everywhere. A model is right on a case if it is on more than half of the selected questions; unreadable is not right.
with judged as (
    select case_id, run_id, avg(if(is_right(score, question_kind, $right_at), 1, 0)) > 0.5 as is_right
    from selected_answers($filters)
    group by case_id, run_id
)

select case_id::varchar as case_id, count(*) filter (is_right) as n_right
from judged
group by case_id
order by case_id;
