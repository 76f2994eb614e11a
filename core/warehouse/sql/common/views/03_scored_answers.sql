-- One row per answer, with everything that it can be grouped and filtered by: a star schema with the answers in the middle.
-- The build inserts the benchmark's factors and measures at the placeholders in braces.
create view scored_answers as
select
    runs.run_id,
    runs.model_id,
    runs.run_label,
    runs.model_kind,
    runs.is_representative,
    runs.is_pooled,
    runs.is_published,
    runs.prompt_id,
    runs.image_view,
    asked.question_id,
    asked.question_kind,
    asked.case_id,
    asked.group_id,
    asked.slot{own_columns},
    answers.status,
    answers.value_number,
    answers.value_class,
    answers.score,
    answers.foil_score,
    answers.corrected_score,
    answers.code as value,
    coalesce(asked._options[answers.code::bigint + 1], answers.value_class::varchar) as said,
    asked.truth,
    asked.foil,
    asked.true_option,
    asked.chance,
    reliance_of(answers.foil_score, answers.score) as reliance,
    skill_of(answers.score, asked.blind_score) as skill,
    skill_of(answers.foil_score, asked.blind_foil_score) as foil_skill,
    answers.fits,
    answers.is_contradicted
from star.answers
join star.answering_runs as runs using (run_no)
join star.asked_cases as asked using (asked_no);
comment on view scored_answers is 'One row per answer, with all that it can be grouped and filtered by.';
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
comment on column scored_answers.foil_score is 'Score against the foil; null unless status is ok, and without a foil.';
comment on column scored_answers.corrected_score is 'Score against the truth with errors of the release corrected; null unless status is ok, and if nothing corrects it.';
comment on column scored_answers.value is 'The number, or the place of the class or option from 0; null unless status is ok.';
comment on column scored_answers.said is 'The option''s text, or the class, that was said; null for numbers and unless status is ok.';
comment on column scored_answers.true_option is 'Text of the right option; null without options.';
comment on column scored_answers.truth is 'The truth, in the same code.';
comment on column scored_answers.foil is 'The foil, in the same code; null if there is none.';
comment on column scored_answers.chance is 'What guessing among the options gives; null without options.';
comment on column scored_answers.reliance is 'Score against the foil - score against the truth of the same answer.';
comment on column scored_answers.skill is 'Score minus that of the best constant answer for the same case and question.';
comment on column scored_answers.foil_skill is 'The same against the foil.';
comment on column scored_answers.fits is 'The truth that the answer fits: truth only, foil only, both, neither (classes); nearer to the truth, nearer to the foil, too close to tell (numbers); null without a foil.';
comment on column scored_answers.is_contradicted is 'Whether another answer of the same reply contradicts it.';
