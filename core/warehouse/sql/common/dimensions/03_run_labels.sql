-- One row per run: its display name, which a user may have given. Otherwise, if a model has several runs, this is the model's name with the prompt, for released
-- replies to several prompts, or with the run's id.
create view run_labels as
select
    runs.run_id,
    runs.model_id,
    case
        when runs.given_name is not null then runs.given_name
        when count(*) over (partition by runs.model_id) = 1 then models.display_name
        when runs.is_published and count(*) over (partition by runs.model_id, runs.prompt_id) = 1
            then models.display_name || ' · ' || replace(runs.prompt_id, '_', ' ')
        else models.display_name || ' · ' || runs.run_id
    end as label
from runs
join models using (model_id);
comment on view run_labels is 'One row per run: the name to show for it, which is the name that a user gave to it, or the model''s name, with the prompt or the run''s id where a model has several runs.';
comment on column run_labels.run_id is 'Run.';
comment on column run_labels.model_id is 'Its model.';
comment on column run_labels.label is 'Name that a user gave to the run, or name of the model, with the prompt or the run where the model has several.';
