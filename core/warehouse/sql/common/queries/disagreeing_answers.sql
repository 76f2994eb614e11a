-- One row per answer of either run that is wrong while the other run's answer to the same case and question is right.
with judged as (
    select
        run_id::varchar as run_id,
        case_id::varchar as case_id,
        group_id::varchar as group_id,
        question_id::varchar as question_id,
        is_right(score, question_kind, $right_at) as is_right
    from selected_answers($filters)
)

select judged.run_id, judged.case_id, judged.group_id, judged.question_id
from judged
join judged as partner using (case_id, question_id)
where judged.run_id <> partner.run_id and not judged.is_right and partner.is_right
order by hash(concat_ws('|', judged.case_id, judged.question_id)), judged.run_id;
