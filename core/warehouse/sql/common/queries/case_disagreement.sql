-- One row per answered case that matches the filters: how much the selected runs disagree, from 0 (on each question all
-- are right or all are not) to 1 (half of them are right on each). An unreadable answer is not right. It is the mean over
-- the selected questions of 4 p (1 - p), where p is the share of the runs that are right.
with judged as (
    select case_id, question_id, avg(if(is_right(score, question_kind, $right_at), 1, 0)) as share
    from selected_answers($filters)
    group by case_id, question_id
)

select case_id::varchar as case_id, avg(4 * share * (1 - share)) as disagreement
from judged
group by case_id
order by case_id;
