-- One row per answer that is ok without value and scores against truth and foil, or scored without being ok.
with scored as (
    select run_id, case_id, question_id, count(*) filter (role in ('truth', 'foil')) as times
    from scores
    join frames using (frame)
    group by all
),

asked_for as (
    select case_id, question_id, count(*) as times
    from case_truths
    join frames using (frame)
    where role in ('truth', 'foil')
    group by all
)

select run_id, case_id, question_id
from case_answers
left join scored using (run_id, case_id, question_id)
left join asked_for using (case_id, question_id)
where (status = 'ok') <> (coalesce(scored.times, 0) = coalesce(asked_for.times, 0))
    or (status <> 'ok' and scored.times is not null)
    or (status = 'ok' and value_number is null and value_class is null)
union all
select run_id, case_id, question_id
from scores
anti join case_answers using (run_id, case_id, question_id);
