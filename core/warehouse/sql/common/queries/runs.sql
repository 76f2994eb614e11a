-- One row per run, with its model and prompt.
select
    runs.run_id, runs.model_id, models.display_name, models.kind, models.provider, models.api_id, runs.prompt_id,
    runs.image_view, runs.request_options, runs.started_at, runs.source, runs.is_published, runs.journal, runs.journal_sha256
from runs
join models using (model_id)
order by runs.is_published desc, runs.run_id;
