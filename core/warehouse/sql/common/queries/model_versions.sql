-- One row per run and model that the provider reported, the most frequent ones first, with its number of replies.
select
    case_replies.run_id, case_replies.model_id, models.display_name as model_name, run_labels.label as run_label,
    api_model, count(*) as replies
from case_replies
join run_labels on run_labels.run_id = case_replies.run_id
join models on models.model_id = case_replies.model_id
where api_model is not null
group by all
order by case_replies.run_id, replies desc, api_model;
