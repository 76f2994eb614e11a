-- One row per contradiction that names an answer that is not ok, and per kind that a reply has twice.
with named as (
    select run_id, case_id, kind, unnest(question_ids) as question_id
    from contradictions
)

select named.run_id, named.case_id, named.kind, named.question_id
from named
left join runs using (run_id)
left join asked using (case_id, question_id)
left join star.answers on answers.run_no = runs.run_no and answers.asked_no = asked.asked_no
where answers.status is distinct from 'ok'
union all
select run_id, case_id, kind, null
from contradictions
group by all
having count(*) > 1;
