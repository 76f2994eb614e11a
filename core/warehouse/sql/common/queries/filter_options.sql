-- One row per value that a filter can take, in display order, except levels that a factor lists itself.
select 'model' as filter, model_id as value, display_name as label, (kind = 'reference') || display_name as sort_key from models
union all
select 'runs', run_labels.run_id, run_labels.label, (models.kind = 'reference') || run_labels.label
from run_labels
join models using (model_id)
union all select 'prompts', prompt_id, prompt_id, prompt_id from prompts
union all select distinct 'image_views', image_view, image_view, image_view from runs
union all
select 'question', question_id, if(key = question_id, title, question_id || ' ' || title), printf('%06d', position)
from questions
union all
select distinct factor, level, level, if(level = 'none', '', level)
from case_factors
join factors using (factor)
where factors.levels is null
order by filter, sort_key;
