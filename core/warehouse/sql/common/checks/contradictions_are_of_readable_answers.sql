-- One row per contradiction that names an answer that is not ok, and per kind that a reply has twice.
with named as (
    select run_id, case_id, kind, unnest(question_ids) as question_id
    from contradictions
)

select run_id, case_id, kind, question_id
from named
left join case_answers using (run_id, case_id, question_id)
where case_answers.status is distinct from 'ok'
union all
select run_id, case_id, kind, null
from contradictions
group by all
having count(*) > 1;
