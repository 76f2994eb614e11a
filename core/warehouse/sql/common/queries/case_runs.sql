-- One row per run that was asked about a case.
select
    runs.run_id,
    runs.model_id,
    models.kind as model_kind,
    runs.prompt_id,
    runs.image_view
from runs
join models using (model_id)
where runs.run_id in (select run_id from case_replies where case_id = $case_id)
order by runs.run_id;
