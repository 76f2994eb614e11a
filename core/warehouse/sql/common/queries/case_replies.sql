-- One row per given run that was asked about a case: the raw reply and the prompt. Null is all runs.
select
    case_replies.run_id,
    case_replies.model_id,
    run_labels.label as run_label,
    models.kind as model_kind,
    case_replies.status,
    case_replies.raw,
    case_replies.error,
    case_replies.options,
    case_replies.said_score,
    runs.image_view,
    prompts.prompt_id,
    prompts.text as prompt
from case_replies
join runs using (run_id)
join run_labels using (run_id)
join models on models.model_id = case_replies.model_id
join prompts using (prompt_id)
where case_replies.case_id = $case_id and is_chosen($of_runs::varchar[], case_replies.run_id)
order by models.kind = 'reference', case_replies.run_id;
