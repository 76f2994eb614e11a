-- One row per run and question for one photograph: the answer beside the truths of both frames.
with truth as (
    select
        question_id,
        any_value(value_number) filter (frame = '3d') as number_3d,
        any_value(value_class) filter (frame = '3d') as class_3d,
        any_value(value_number) filter (frame = '2d') as number_2d,
        any_value(value_class) filter (frame = '2d') as class_2d
    from truths
    where photograph_id = $photograph_id
    group by question_id
)

select
    answers.run_id,
    answers.model_id,
    answer.run_label,
    answer.model_kind,
    answer.prompt_id,
    answer.image_view,
    questions.question_id,
    questions.title,
    questions.kind,
    questions.unit,
    truth.number_3d,
    truth.class_3d,
    truth.number_2d,
    truth.class_2d,
    answers.status,
    answers.value_number,
    answers.value_class,
    answers.kappa_3d,
    answers.kappa_2d,
    answers.stated,
    answers.reason,
    answers.note,
    has_outcome('right', answer, $right_at) as is_right,
    has_outcome('right_in_2d_only', answer, $right_at) as is_right_in_2d_only
from questions
join truth using (question_id)
left join answers on answers.question_id = questions.question_id and answers.photograph_id = $photograph_id
left join scored_answers as answer
    on answer.run_id = answers.run_id
    and answer.photograph_id = answers.photograph_id
    and answer.question_id = answers.question_id
order by questions.question_id, answer.model_kind = 'reference', answers.run_id;
