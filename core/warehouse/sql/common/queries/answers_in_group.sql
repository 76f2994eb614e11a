-- One row per answer of some runs to a case, beside the answers of the same run to the same question on all cases of its
-- group: how many could be read (n), how many of these are equal (alike), and how many are right (n_right).
with here as (
    select run_id, group_id, question_id, question_kind, value, score
    from scored_answers
    where case_id = $case_id and list_contains($run_ids::varchar[], run_id)
)

select
    here.run_id::varchar as run_id,
    here.question_id::varchar as question_id,
    here.value,
    coalesce(is_right(here.score, here.question_kind, $right_at), false) as is_right,
    count(others.value) as n,
    count(*) filter (others.value = here.value) as alike,
    count(*) filter (others.value is not null and is_right(others.score, others.question_kind, $right_at)) as n_right
from here
join scored_answers as others using (run_id, group_id, question_id)
group by all
order by run_id, question_id;
