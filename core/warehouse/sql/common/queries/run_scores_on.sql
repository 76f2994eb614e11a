-- One row per run: its mean score in percent over its readable answers to some questions of some cases, which are given in
-- pairs: the first question belongs to the first case.
with pairs as (
    select unnest($case_ids::varchar[]) as case_id, unnest($question_ids::varchar[]) as question_id
),

wanted as (
    select asked_no
    from star.asked_cases as asked
    join pairs on pairs.case_id = asked.case_id::varchar and pairs.question_id = asked.question_id::varchar
)

select
    runs.run_id::varchar as run_id,
    runs.model_id::varchar as model_id,
    runs.model_kind::varchar as model_kind,
    100 * avg(answers.score) as score,
    count(answers.score) as n
from star.answers
join star.answering_runs as runs using (run_no)
where answers.asked_no in (select asked_no from wanted) and answers.score is not null
group by all
order by run_id;
