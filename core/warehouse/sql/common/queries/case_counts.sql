-- One row per question that a case asks: how many of the given runs were asked, could be read and are right, and how often
-- each class or letter was given. Null is all runs.
with counted as (
    select run_no
    from star.answering_runs
    where $of_runs::varchar[] is null or run_id::varchar in (select unnest($of_runs::varchar[]))
)

select
    asked.question_id::varchar as question_id,
    count(*) as n_runs,
    count(*) filter (answers.status = 'ok') as n_read,
    count(*) filter (is_right(answers.score, asked.question_kind, $right_at)) as n_right,
    histogram(answers.value_class::varchar) filter (answers.status = 'ok') as said
from star.asked_cases as asked
join star.answers using (asked_no)
join counted using (run_no)
join questions on questions.question_id = asked.question_id::varchar
where asked.case_id = $case_id
group by asked.question_id, questions.position
order by questions.position;
