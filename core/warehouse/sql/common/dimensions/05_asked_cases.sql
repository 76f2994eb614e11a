-- One row per case and question that it asks: everything that answers to it can be grouped and filtered by. Text columns
-- become separate enums. The build inserts the benchmark's factors and measures at the placeholders in braces.
create table star.asked_cases as
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
)

select
    asked.asked_no,
    cases.position as case_no,
    asked.question_id,
    questions.kind as question_kind,
    asked.case_id,
    cases.group_id,
    cases.slot{level_columns}{number_columns},
    asked.options as _options,
    truths.truth,
    truths.foil,
    asked.options[truths.truth::bigint + 1] as true_option,
    asked.chance,
    blind.blind_score,
    blind.blind_foil_score
from asked
join questions using (question_id)
join cases using (case_id)
join truths using (case_id, question_id)
left join levels using (case_id)
left join numbers using (case_id)
left join blind using (case_id, question_id)
order by asked.asked_no;
comment on table star.asked_cases is 'One row per case and question that it asks: all that answers to it can be grouped and filtered by.';
comment on column star.asked_cases.asked_no is 'Place of the case and its question in the order of questions and cases, from 0.';
comment on column star.asked_cases.case_no is 'Place of the case in the order of the benchmark, from 0.';
comment on column star.asked_cases.question_id is 'Question.';
comment on column star.asked_cases.question_kind is 'class, choice, name, ratio or angle.';
comment on column star.asked_cases.case_id is 'Case.';
comment on column star.asked_cases.group_id is 'Group of the case: the cluster.';
comment on column star.asked_cases.slot is 'Place of the case in its group.';
comment on column star.asked_cases._options is 'Options in the order of their letters; null if there are none. No factor has a key that begins with _.';
comment on column star.asked_cases.truth is 'The truth, in the same code.';
comment on column star.asked_cases.foil is 'The foil, in the same code; null if there is none.';
comment on column star.asked_cases.true_option is 'Text of the right option; null without options.';
comment on column star.asked_cases.chance is 'What guessing among the options gives; null without options.';
comment on column star.asked_cases.blind_score is 'Score without looking, of blind_scores; null if there is no other group to choose a constant on.';
comment on column star.asked_cases.blind_foil_score is 'The same against the foil.';
