-- The filters of every page, in one place: a struct with a list of values per name. A null list does not filter.
-- Without chosen models, answers of references and people count only where with_references asks for them.
create macro selected_photographs(filters) as table
select photographs.*, share_right, disagreement
from photographs
left join photograph_difficulties using (photograph_id)
where coalesce(list_contains(filters['conditions'], condition), true)
    and coalesce(list_contains(filters['poses'], pose), true)
    and coalesce(list_contains(filters['objects'], object), true)
    and coalesce(list_contains(filters['side_classes_3d'], side_class_3d), true)
    and coalesce(list_contains(filters['angle_classes_3d'], angle_class_3d), true)
    and coalesce(list_contains(filters['side_classes_2d'], side_class_2d), true)
    and coalesce(list_contains(filters['angle_classes_2d'], angle_class_2d), true)
    and coalesce(list_contains(filters['class_changes'], class_change), true)
    and (filters['occlusions'] is null or coalesce(list_contains(filters['occlusions'], occlusion), false))
    and (filters['tilt_bands'] is null or coalesce(list_contains(filters['tilt_bands'], tilt_band(tilt_deg)), false))
    and (
        filters['difficulties'] is null
        or coalesce(list_contains(filters['difficulties'], difficulty_band(share_right)), false)
    )
    and (
        filters['agreements'] is null
        or coalesce(list_contains(filters['agreements'], agreement_band(disagreement)), false)
    );

create macro selected_answers(filters) as table
select scored_answers.*
from scored_answers
semi join selected_photographs(filters) using (photograph_id)
where coalesce(list_contains(filters['models'], model_id), is_pooled or filters['with_references'])
    and coalesce(list_contains(filters['questions'], question_id), true);

-- Whether an answer has an outcome: right, wrong or right in 2D only from a kappa on, nearer to the picture than to the
-- world, contradicted by another answer of its reply, or unreadable.
-- Classes are right at kappa 1, numbers from right_at on.
create macro has_outcome(outcome, answer, right_at) as case outcome
    when 'unreadable' then answer.status <> 'ok'
    when 'right' then answer.kappa_3d >= if(answer.question_kind = 'class', 1, right_at)
    when 'wrong' then answer.kappa_3d < if(answer.question_kind = 'class', 1, right_at)
    when 'right_in_2d_only' then
        answer.kappa_3d < if(answer.question_kind = 'class', 1, right_at)
        and answer.kappa_2d >= if(answer.question_kind = 'class', 1, right_at)
    when 'fits_the_picture' then answer.reads in ('2d only', 'nearer to 2d')
    when 'contradicted' then answer.is_contradicted
    else true
end;
