-- One row per given run and question for one case: the answer beside the truth and the foil. A question that none of the
-- runs answered has one row without a run. Null is all runs.
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
),

answer as (
    select
        runs.run_id::varchar as run_id,
        runs.model_id::varchar as model_id,
        runs.run_label::varchar as run_label,
        runs.model_kind::varchar as model_kind,
        runs.prompt_id::varchar as prompt_id,
        runs.image_view::varchar as image_view,
        asked.question_id::varchar as question_id,
        asked.question_kind::varchar as question_kind,
        answers.status::varchar as status,
        answers.value_number,
        answers.value_class::varchar as value_class,
        answers.score,
        answers.foil_score,
        answers.fits::varchar as fits,
        answers.is_contradicted,
        answers.stated,
        answers.reason,
        answers.note
    from star.answers
    join star.answering_runs as runs using (run_no)
    join star.asked_cases as asked using (asked_no)
    where asked.case_id = $case_id and is_chosen($of_runs::varchar[], runs.run_id)
)

select
    answer.run_id,
    answer.model_id,
    answer.run_label,
    answer.model_kind,
    answer.prompt_id,
    answer.image_view,
    questions.question_id,
    questions.title,
    questions.kind,
    questions.unit,
    truth.true_number,
    truth.true_class,
    truth.foil_number,
    truth.foil_class,
    answer.status,
    answer.value_number,
    answer.value_class,
    answer.score,
    answer.foil_score,
    answer.stated,
    answer.reason,
    answer.note,
    is_right(answer.score, answer.question_kind, $right_at) as is_right,
    is_right_by_foil_only(answer.score, answer.foil_score, answer.question_kind, $right_at) as is_right_in_2d_only
from questions
join truth using (question_id)
left join answer using (question_id)
order by questions.position, answer.model_kind = 'reference', answer.run_id;
