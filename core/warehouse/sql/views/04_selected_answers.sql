-- The filters of every page, in one place: a struct with a list of values per factor (`core.records.FACTORS`). A null
-- list does not filter.
-- Where with_references asks for them, every run counts. Elsewhere chosen runs do, also where they are chosen by their prompt
-- or image view; without chosen runs each chosen model counts by the run that stands for it; without chosen models only
-- pooled runs do.

-- Whether a value is among the chosen ones. A missing value fits only where nothing is chosen.
create macro is_chosen(chosen, value) as chosen is null or coalesce(list_contains(chosen, value), false);

-- Whether runs are chosen, by their ids, prompts or image views.
create macro has_chosen_runs(filters) as
    filters['runs'] is not null or filters['prompts'] is not null or filters['image_views'] is not null;

create macro selected_photographs(filters) as table
select
    photographs.photograph_id,
    photographs.triangle_id,
    photographs.condition,
    photographs.pose,
    photographs.object,
    photographs.side_class_3d,
    photographs.angle_class_3d,
    photographs.width_px,
    photographs.height_px,
    photographs.ax_px,
    photographs.ay_px,
    photographs.bx_px,
    photographs.by_px,
    photographs.cx_px,
    photographs.cy_px,
    photographs.image_status,
    photographs.image_key,
    photographs.tilt_deg,
    photographs.tilt_imu_deg
from photographs
left join photograph_difficulties using (photograph_id)
where is_chosen(filters['condition'], condition)
    and is_chosen(filters['pose'], pose)
    and is_chosen(filters['object'], object)
    and is_chosen(filters['side_3d'], side_class_3d)
    and is_chosen(filters['angle_3d'], angle_class_3d)
    and is_chosen(filters['side_2d'], side_class_2d)
    and is_chosen(filters['angle_2d'], angle_class_2d)
    and is_chosen(filters['change'], class_change)
    and is_chosen(filters['occlusion'], occlusion)
    and is_chosen(filters['tilt'], tilt_band(tilt_deg))
    and is_chosen(filters['difficulty'], difficulty_band(share_right))
    and is_chosen(filters['agreement'], agreement_band(disagreement));

create macro selected_answers(filters) as table
select scored_answers.*
from scored_answers
semi join selected_photographs(filters) using (photograph_id)
where is_chosen(filters['model'], model_id)
    and is_chosen(filters['runs'], run_id)
    and is_chosen(filters['prompts'], prompt_id)
    and is_chosen(filters['image_views'], image_view)
    and (
        filters['with_references']
        or has_chosen_runs(filters)
        or (is_representative and filters['model'] is not null)
        or is_pooled
    )
    and is_chosen(filters['question'], question_id);

-- Whether an answer has an outcome: right, wrong or right in 2D only, nearer to the picture than to the world,
-- contradicted by another answer of its reply, or unreadable.
create macro has_outcome(outcome, answer, right_at) as case outcome
    when 'unreadable' then answer.status <> 'ok'
    when 'right' then is_right(answer.kappa_3d, answer.question_kind, right_at)
    when 'wrong' then not is_right(answer.kappa_3d, answer.question_kind, right_at)
    when 'right_in_2d_only' then
        not is_right(answer.kappa_3d, answer.question_kind, right_at)
        and is_right(answer.kappa_2d, answer.question_kind, right_at)
    when 'fits_the_picture' then answer.reads in ('2d only', 'nearer to 2d')
    when 'contradicted' then answer.is_contradicted
    else true
end;
