-- One row per run: its mean score in percent over its readable answers to some questions of some cases, which are given in
-- pairs: the first question is one of the first case.
with wanted as (
    select unnest($case_ids::varchar[]) as case_id, unnest($question_ids::varchar[]) as question_id
)

select
    run_id::varchar as run_id,
    model_id::varchar as model_id,
    model_kind::varchar as model_kind,
    100 * avg(score) as score,
    count(score) as n
from scored_answers
where case_id in (select case_id from wanted)
    and (case_id::varchar, question_id::varchar) in (select (case_id, question_id) from wanted)
    and score is not null
group by all
order by run_id;
