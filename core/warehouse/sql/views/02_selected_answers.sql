-- The filters of every page, in one place. A null or absent list does not filter.
create macro selected_photographs(
    conditions := null,
    poses := null,
    objects := null,
    side_classes_3d := null,
    angle_classes_3d := null,
    side_classes_2d := null,
    angle_classes_2d := null,
    class_changes := null,
    occlusions := null
) as table
select *
from photographs
where (conditions is null or list_contains(conditions, condition))
    and (poses is null or list_contains(poses, pose))
    and (objects is null or list_contains(objects, object))
    and (side_classes_3d is null or list_contains(side_classes_3d, side_class_3d))
    and (angle_classes_3d is null or list_contains(angle_classes_3d, angle_class_3d))
    and (side_classes_2d is null or list_contains(side_classes_2d, side_class_2d))
    and (angle_classes_2d is null or list_contains(angle_classes_2d, angle_class_2d))
    and (class_changes is null or list_contains(class_changes, class_change))
    and (occlusions is null or list_contains(occlusions, occlusion));

create macro selected_answers(
    models := null,
    questions := null,
    conditions := null,
    poses := null,
    objects := null,
    side_classes_3d := null,
    angle_classes_3d := null,
    side_classes_2d := null,
    angle_classes_2d := null,
    class_changes := null,
    occlusions := null
) as table
select scored_answers.*
from scored_answers
semi join selected_photographs(
    conditions := conditions,
    poses := poses,
    objects := objects,
    side_classes_3d := side_classes_3d,
    angle_classes_3d := angle_classes_3d,
    side_classes_2d := side_classes_2d,
    angle_classes_2d := angle_classes_2d,
    class_changes := class_changes,
    occlusions := occlusions
) using (photograph_id)
where (models is null or list_contains(models, model_id))
    and (questions is null or list_contains(questions, question_id));

-- The value of a named factor of an answer, for grouping by whatever a page asks for.
create macro factor_value(factor, answer) as case factor
    when 'model' then answer.model_id
    when 'question' then answer.question_id
    when 'condition' then answer.condition
    when 'pose' then answer.pose
    when 'object' then answer.object
    when 'side_3d' then answer.side_class_3d
    when 'angle_3d' then answer.angle_class_3d
    when 'side_2d' then answer.side_class_2d
    when 'angle_2d' then answer.angle_class_2d
    when 'change' then answer.class_change
    when 'occlusion' then answer.occlusion
end;

-- Whether an answer has an outcome: right, wrong or right in 2D only from a kappa on, or unreadable.
-- Classes are right at kappa 1, numbers from right_at on.
create macro has_outcome(outcome, answer, right_at) as case outcome
    when 'unreadable' then answer.status <> 'ok'
    when 'right' then answer.kappa_3d >= if(answer.question_kind = 'class', 1, right_at)
    when 'wrong' then answer.kappa_3d < if(answer.question_kind = 'class', 1, right_at)
    when 'right_in_2d_only' then
        answer.kappa_3d < if(answer.question_kind = 'class', 1, right_at)
        and answer.kappa_2d >= if(answer.question_kind = 'class', 1, right_at)
    else true
end;
