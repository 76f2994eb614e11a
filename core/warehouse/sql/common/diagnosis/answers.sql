-- One row per answer, with what a diagnosis needs of its model and its case. It reads base tables only: the rest is
-- derived from what the diagnosis finds.
with scored as (
    select
        run_id,
        case_id,
        question_id,
        any_value(score) filter (role = 'truth') as score,
        any_value(score) filter (role = 'foil') as foil_score
    from scores
    join frames using (frame)
    group by all
)

select
    case_answers.run_id,
    runs.model_id,
    models.kind as model_kind,
    run_roles.is_pooled,
    case_answers.question_id,
    questions.kind as question_kind,
    case_answers.case_id,
    cases.group_id,
    cases.slot,
    case_answers.status,
    case_answers.value_number,
    case_answers.value_class,
    case_answers.code as value,
    case_answers.stated,
    len(asked.options) as n_options,
    asked.options[case_answers.code::integer + 1] as chosen_text,
    asked.options[truths.code::integer + 1] as true_text,
    scored.score,
    scored.foil_score
from case_answers
join runs using (run_id)
join models using (model_id)
join run_roles using (run_id)
join questions using (question_id)
join cases using (case_id)
join asked on asked.case_id = case_answers.case_id and asked.question_id = case_answers.question_id
join case_truths as truths
    on truths.case_id = case_answers.case_id
    and truths.question_id = case_answers.question_id
    and truths.frame in (select frame from frames where role = 'truth')
left join scored
    on scored.run_id = case_answers.run_id
    and scored.case_id = case_answers.case_id
    and scored.question_id = case_answers.question_id
order by case_answers.run_id, case_answers.case_id, case_answers.question_id;
