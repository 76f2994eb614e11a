-- One row per value that a filter can take, in the order to show them.
select 'model' as filter, model_id as value, display_name as label, (kind = 'reference') || display_name as sort_key from models
union all
select 'runs', run_labels.run_id, run_labels.label, (models.kind = 'reference') || run_labels.label
from run_labels
join models using (model_id)
union all select 'prompts', prompt_id, prompt_id, prompt_id from prompts
union all select distinct 'image_views', image_view, image_view, image_view from runs
union all select 'question', question_id, question_id || ' ' || title, question_id from questions
union all select distinct 'condition', condition, condition, condition from photographs
union all select distinct 'pose', pose, pose, pose from photographs
union all select distinct 'object', object, object, if(object = 'none', '', object) from photographs
union all select distinct 'occlusion', occlusion, occlusion, occlusion from photographs where occlusion is not null
union all
select distinct 'tilt', tilt_band(tilt_deg), tilt_band(tilt_deg), tilt_band(tilt_deg) from photographs where tilt_deg is not null
order by filter, sort_key;
