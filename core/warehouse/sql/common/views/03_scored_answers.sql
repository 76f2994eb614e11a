-- One row per answer, with all that it can be grouped and filtered by. A table, since every page reads it and a build
-- never changes. The build writes the benchmark's factors and measures in the places that braces name.
create table scored_answers as
with levels as (
    select case_id{levels}
    from case_factors
    group by case_id
),

numbers as (
    select case_id{numbers}
    from case_measures
    group by case_id
),

scored as (
    select
        run_id,
        case_id,
        question_id,
        any_value(score) filter (role = 'truth') as score,
        any_value(score) filter (role = 'foil') as foil_score,
        any_value(score) filter (role = 'corrected') as corrected_score
    from scores
    join frames using (frame)
    group by all
),

truths as (
    select
        case_id,
        question_id,
        any_value(code) filter (role = 'truth') as truth,
        any_value(code) filter (role = 'foil') as foil
    from case_truths
    join frames using (frame)
    group by all
),

blind as (
    select
        case_id,
        question_id,
        any_value(score) filter (role = 'truth') as blind_score,
        any_value(score) filter (role = 'foil') as blind_foil_score
    from blind_scores
    join frames using (frame)
    group by all
),

contradicted as (
    select distinct run_id, case_id, unnest(question_ids) as question_id
    from contradictions
)

select
    case_answers.run_id,
    runs.model_id,
    run_labels.label as run_label,
    models.kind as model_kind,
    run_roles.is_representative,
    run_roles.is_pooled,
    runs.is_published,
    runs.prompt_id,
    runs.image_view,
    case_answers.question_id,
    questions.kind as question_kind,
    cases.case_id,
    cases.group_id,
    cases.slot{level_columns}{number_columns},
    case_answers.status,
    case_answers.value_number,
    case_answers.value_class,
    scored.score,
    scored.foil_score,
    scored.corrected_score,
    case_answers.code as value,
    coalesce(asked.options[case_answers.code::integer + 1], case_answers.value_class) as said,
    truths.truth,
    truths.foil,
    asked.options[truths.truth::integer + 1] as true_option,
    asked.chance,
    reliance_of(scored.foil_score, scored.score) as reliance,
    skill_of(scored.score, blind.blind_score) as skill,
    skill_of(scored.foil_score, blind.blind_foil_score) as foil_skill,
    fits.fits,
    contradicted.run_id is not null as is_contradicted
from case_answers
join runs using (run_id)
join models on models.model_id = runs.model_id
join run_labels using (run_id)
join run_roles using (run_id)
join questions using (question_id)
join cases using (case_id)
join asked on asked.case_id = case_answers.case_id and asked.question_id = case_answers.question_id
join truths on truths.case_id = case_answers.case_id and truths.question_id = case_answers.question_id
left join levels on levels.case_id = case_answers.case_id
left join numbers on numbers.case_id = case_answers.case_id
left join scored
    on scored.run_id = case_answers.run_id
    and scored.case_id = case_answers.case_id
    and scored.question_id = case_answers.question_id
left join blind on blind.case_id = case_answers.case_id and blind.question_id = case_answers.question_id
left join fits
    on fits.run_id = case_answers.run_id
    and fits.case_id = case_answers.case_id
    and fits.question_id = case_answers.question_id
left join contradicted
    on contradicted.run_id = case_answers.run_id
    and contradicted.case_id = case_answers.case_id
    and contradicted.question_id = case_answers.question_id
order by runs.model_id, case_answers.question_id, case_answers.run_id, cases.position;
comment on table scored_answers is 'One row per answer, with all that it can be grouped and filtered by.';
comment on column scored_answers.run_id is 'Run.';
comment on column scored_answers.model_id is 'Model of the run.';
comment on column scored_answers.run_label is 'Name to show for the run.';
comment on column scored_answers.model_kind is 'vlm, reference or human.';
comment on column scored_answers.is_representative is 'Whether the run stands for its model.';
comment on column scored_answers.is_pooled is 'Whether means over several models include the run.';
comment on column scored_answers.is_published is 'Whether the run came with the benchmark.';
comment on column scored_answers.prompt_id is 'Prompt of the run.';
comment on column scored_answers.image_view is 'Image view of the run.';
comment on column scored_answers.question_id is 'Question.';
comment on column scored_answers.question_kind is 'class, choice, name, ratio or angle.';
comment on column scored_answers.case_id is 'Case.';
comment on column scored_answers.group_id is 'Group of the case: the cluster.';
comment on column scored_answers.slot is 'Place of the case in its group.';
comment on column scored_answers.status is 'Whether the answer could be read.';
comment on column scored_answers.value_number is 'The number that was read.';
comment on column scored_answers.value_class is 'The class or letter that was read.';
comment on column scored_answers.score is 'Score against the truth; null unless status is ok.';
comment on column scored_answers.foil_score is 'Score against the foil; null unless status is ok, and where there is no foil.';
comment on column scored_answers.corrected_score is 'Score against the truth with errors of the release corrected; null unless status is ok, and where nothing corrects it.';
comment on column scored_answers.value is 'The number, or the place of the class or option from 0; null unless status is ok.';
comment on column scored_answers.said is 'The option''s text, or the class, that was said; null for numbers and unless status is ok.';
comment on column scored_answers.true_option is 'Text of the right option; null without options.';
comment on column scored_answers.truth is 'The truth, in the same code.';
comment on column scored_answers.foil is 'The foil, in the same code; null where there is none.';
comment on column scored_answers.chance is 'What guessing among the options gives; null without options.';
comment on column scored_answers.reliance is 'Score against the foil - score against the truth of the same answer.';
comment on column scored_answers.skill is 'Score minus that of the best constant answer for the same case and question.';
comment on column scored_answers.foil_skill is 'The same against the foil.';
comment on column scored_answers.fits is 'The truth that the answer fits: truth only, foil only, both, neither (classes); nearer to the truth, nearer to the foil, too close to tell (numbers); null without a foil.';
comment on column scored_answers.is_contradicted is 'Whether another answer of the same reply contradicts it.';
