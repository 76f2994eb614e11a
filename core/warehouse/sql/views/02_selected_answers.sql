-- The filters of every page, in one place. A null or absent list does not filter.
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
select *
from scored_answers
where (models is null or list_contains(models, model_id))
    and (questions is null or list_contains(questions, question_id))
    and (conditions is null or list_contains(conditions, condition))
    and (poses is null or list_contains(poses, pose))
    and (objects is null or list_contains(objects, object))
    and (side_classes_3d is null or list_contains(side_classes_3d, side_class_3d))
    and (angle_classes_3d is null or list_contains(angle_classes_3d, angle_class_3d))
    and (side_classes_2d is null or list_contains(side_classes_2d, side_class_2d))
    and (angle_classes_2d is null or list_contains(angle_classes_2d, angle_class_2d))
    and (class_changes is null or list_contains(class_changes, class_change))
    and (occlusions is null or list_contains(occlusions, occlusion));
