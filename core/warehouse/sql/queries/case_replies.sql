-- One row per run that was shown a photograph: the raw reply and the prompt.
select
    replies.run_id,
    replies.model_id,
    run_labels.label as run_label,
    models.kind as model_kind,
    replies.status,
    replies.raw,
    replies.error,
    runs.image_view,
    prompts.prompt_id,
    prompts.text as prompt
from replies
join runs using (run_id)
join run_labels using (run_id)
join models on models.model_id = replies.model_id
join prompts using (prompt_id)
where replies.photograph_id = $photograph_id
order by models.kind = 'reference', replies.run_id;
