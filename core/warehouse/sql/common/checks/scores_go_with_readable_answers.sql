-- One row per answer that is ok without value and scores against truth and foil, or scored without being ok.
with scored as (
    select run_id, case_id, question_id, count(*) filter (role in ('truth', 'foil')) as times
    from scores
    join frames using (frame)
    group by all
)

select run_id, case_id, question_id
from case_answers
left join scored using (run_id, case_id, question_id)
where (status = 'ok') <> (coalesce(times, 0) = (select count(*) from frames where role in ('truth', 'foil')))
    or (status <> 'ok' and times is not null)
    or (status = 'ok' and value_number is null and value_class is null)
union all
select run_id, case_id, question_id
from scores
anti join case_answers using (run_id, case_id, question_id);
