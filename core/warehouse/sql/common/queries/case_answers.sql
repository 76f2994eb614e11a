-- One row per run, of those that are given, and question for one case: the answer beside the truth and the foil. A question
-- that none of them answered has one row without a run. Null is all runs.
with truth as (
    select
        question_id,
        any_value(value_number) filter (role = 'truth') as true_number,
        any_value(value_class) filter (role = 'truth') as true_class,
        any_value(value_number) filter (role = 'foil') as foil_number,
        any_value(value_class) filter (role = 'foil') as foil_class
    from case_truths
    join frames using (frame)
    where case_id = $case_id
    group by question_id
)

select
    case_answers.run_id,
    answer.model_id::varchar as model_id,
    answer.run_label::varchar as run_label,
    answer.model_kind::varchar as model_kind,
    answer.prompt_id::varchar as prompt_id,
    answer.image_view::varchar as image_view,
    questions.question_id,
    questions.title,
    questions.kind,
    questions.unit,
    truth.true_number,
    truth.true_class,
    truth.foil_number,
    truth.foil_class,
    case_answers.status,
    case_answers.value_number,
    case_answers.value_class,
    answer.score,
    answer.foil_score,
    case_answers.stated,
    case_answers.reason,
    case_answers.note,
    has_outcome('right', answer, $right_at) as is_right,
    has_outcome('right_in_2d_only', answer, $right_at) as is_right_in_2d_only
from questions
join truth using (question_id)
left join case_answers
    on case_answers.question_id = questions.question_id
    and case_answers.case_id = $case_id
    and is_chosen($of_runs::varchar[], case_answers.run_id)
left join scored_answers as answer
    on answer.run_id = case_answers.run_id
    and answer.case_id = case_answers.case_id
    and answer.question_id = case_answers.question_id
order by questions.position, answer.model_kind = 'reference', case_answers.run_id;
