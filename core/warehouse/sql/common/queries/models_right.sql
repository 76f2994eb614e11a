-- One row per case that fits the filters and was answered: how many of the chosen models are right, by the same runs as
-- everywhere. A model is right on a case if more than half of the chosen questions are; what could not be read is not right.
with judged as (
    select case_id, run_id, avg(if(is_right(score, question_kind, $right_at), 1, 0)) > 0.5 as is_right
    from selected_answers($filters)
    group by case_id, run_id
)

select case_id::varchar as case_id, count(*) filter (is_right) as n_right
from judged
group by case_id
order by case_id;
