-- One row per answer, with all that it can be grouped and filtered by. A table, since every page reads it and a build
-- never changes.
create table scored_answers as
select
    answers.run_id,
    answers.model_id,
    run_labels.label as run_label,
    models.kind as model_kind,
    run_roles.is_representative,
    run_roles.is_pooled,
    runs.is_published,
    runs.prompt_id,
    runs.image_view,
    answers.question_id,
    questions.kind as question_kind,
    photographs.photograph_id,
    photographs.triangle_id,
    photographs.condition,
    photographs.pose,
    photographs.object,
    photographs.has_object,
    photographs.side_class_3d,
    photographs.angle_class_3d,
    photographs.side_class_2d,
    photographs.angle_class_2d,
    photographs.class_change,
    photographs.occlusion,
    photographs.tilt_deg,
    tilt_band(photographs.tilt_deg) as tilt_band,
    answers.status,
    answers.value_number,
    answers.value_class,
    answers.kappa_3d,
    answers.kappa_2d,
    answers.kappa_audited,
    diagnosed_answers.value,
    diagnosed_answers.truth_3d,
    diagnosed_answers.truth_2d,
    reliance_of(answers.kappa_2d, answers.kappa_3d) as reliance,
    skill_of(answers.kappa_3d, diagnosed_answers.blind_kappa_3d) as skill_3d,
    skill_of(answers.kappa_2d, diagnosed_answers.blind_kappa_2d) as skill_2d,
    diagnosed_answers.reads,
    exists (
        select 1
        from contradictions
        where contradictions.run_id = answers.run_id
            and contradictions.photograph_id = answers.photograph_id
            and list_contains(contradictions.question_ids, answers.question_id)
    ) as is_contradicted,
    difficulty_band(photograph_difficulties.share_right) as difficulty,
    agreement_band(photograph_difficulties.disagreement) as agreement
from answers
join runs using (run_id)
join models on models.model_id = answers.model_id
join run_labels using (run_id)
join run_roles using (run_id)
join questions using (question_id)
join photographs using (photograph_id)
left join photograph_difficulties using (photograph_id)
left join diagnosed_answers
    on diagnosed_answers.run_id = answers.run_id
    and diagnosed_answers.photograph_id = answers.photograph_id
    and diagnosed_answers.question_id = answers.question_id;
comment on table scored_answers is 'One row per answer, with everything that it can be grouped and filtered by.';
comment on column scored_answers.run_id is 'Run.';
comment on column scored_answers.model_id is 'Model of the run.';
comment on column scored_answers.run_label is 'Name to show for the run.';
comment on column scored_answers.model_kind is 'vlm, reference or human.';
comment on column scored_answers.is_representative is 'Whether the run stands for its model where models are side by side; see run_roles.';
comment on column scored_answers.is_pooled is 'Whether means over several models include the run; see run_roles.';
comment on column scored_answers.is_published is 'Whether the run came with the benchmark.';
comment on column scored_answers.prompt_id is 'Prompt of the run.';
comment on column scored_answers.image_view is 'Image view that the run was shown.';
comment on column scored_answers.question_id is 'Question.';
comment on column scored_answers.question_kind is 'class, ratio or angle.';
comment on column scored_answers.photograph_id is 'Photograph.';
comment on column scored_answers.triangle_id is 'Physical triangle: the cluster.';
comment on column scored_answers.condition is 'P0, P1, T0 or T1.';
comment on column scored_answers.pose is 'planar or tilted.';
comment on column scored_answers.object is 'Object in the square, or none.';
comment on column scored_answers.has_object is 'Whether there is an object.';
comment on column scored_answers.side_class_3d is 'Side class in 3D.';
comment on column scored_answers.angle_class_3d is 'Angle class in 3D.';
comment on column scored_answers.side_class_2d is 'Side class in the image plane, as released.';
comment on column scored_answers.angle_class_2d is 'Angle class in the image plane.';
comment on column scored_answers.class_change is 'Classes that differ between 3D and 2D.';
comment on column scored_answers.occlusion is 'The most severe occlusion.';
comment on column scored_answers.tilt_deg is 'Tilt of the camera by homography; null where it was not measured.';
comment on column scored_answers.tilt_band is 'The ten degrees that the tilt falls in, its lower end included; null where it was not measured.';
comment on column scored_answers.status is 'Whether the answer could be read.';
comment on column scored_answers.value_number is 'The number that was read.';
comment on column scored_answers.value_class is 'The class that was read.';
comment on column scored_answers.kappa_3d is 'Accuracy against 3D; null unless status is ok.';
comment on column scored_answers.kappa_2d is 'Accuracy against 2D; null unless status is ok.';
comment on column scored_answers.kappa_audited is 'Accuracy against 3D, with the truths that the audit blames corrected; null unless status is ok.';
comment on column scored_answers.value is 'The number, or the place of the class among the question''s options from 0; null unless status is ok.';
comment on column scored_answers.truth_3d is 'The truth in 3D, in the same code.';
comment on column scored_answers.truth_2d is 'The truth in the image plane, in the same code.';
comment on column scored_answers.reliance is 'Image-plane reliance: kappa 2D - kappa 3D of the same answer.';
comment on column scored_answers.skill_3d is 'Kappa 3D minus that of the blind constant for the same photograph and question.';
comment on column scored_answers.skill_2d is 'The same in 2D.';
comment on column scored_answers.reads is 'The truth that the answer fits: 3d only, 2d only, both, neither (classes); nearer to 3d, nearer to 2d, too close to tell (numbers).';
comment on column scored_answers.is_contradicted is 'Whether another answer of the same reply contradicts it.';
comment on column scored_answers.difficulty is 'hard, medium or easy: the share of right answers over the models, each by its pooled run, is below 1/3, below 2/3, or at least 2/3.';
comment on column scored_answers.agreement is 'disagree, mixed or agree: the share of pairs of models with one right answer is at least 1/2, at least 1/4, or below.';
