-- One row per question and given run: its most frequent answer, the smallest of tied ones; its count, the number of
-- readable answers, and how many of these cases have it as their truth.
with readable as (
    select run_id::varchar as run_id, question_id::varchar as question_id, value, truth
    from scored_answers
    where list_contains($run_ids::varchar[], run_id) and value is not null
),

given as (
    select run_id, question_id, value, count(*) as said
    from readable
    group by run_id, question_id, value
),

commonest as (
    select
        run_id,
        question_id,
        arg_max(value, (said, -value)) as value,
        max(said) as said,
        sum(said)::bigint as n
    from given
    group by run_id, question_id
)

select commonest.*, count(readable.truth) as true
from commonest
left join readable
    on readable.run_id = commonest.run_id
    and readable.question_id = commonest.question_id
    and readable.truth = commonest.value
group by all
order by commonest.run_id, commonest.question_id;
