-- One row per question that a case asks: how many of the given runs were asked, could be read and are right, and how often
-- each class or letter was said. Null is all runs.
select
    answer.question_id::varchar as question_id,
    count(*) as n_runs,
    count(*) filter (status = 'ok') as n_read,
    count(*) filter (has_outcome('right', answer, $right_at)) as n_right,
    histogram(value_class::varchar) filter (status = 'ok') as said
from scored_answers as answer
join questions on questions.question_id = answer.question_id
where case_id = $case_id and is_chosen($of_runs::varchar[], run_id)
group by answer.question_id, questions.position
order by questions.position;
