-- One row per run: the name to show for it, the model's name, with the run's id where a model has several runs.
create view run_labels as
select
    runs.run_id,
    runs.model_id,
    if(
        count(*) over (partition by runs.model_id) = 1,
        models.display_name,
        models.display_name || ' · ' || runs.run_id
    ) as label
from runs
join models using (model_id);
comment on view run_labels is 'One row per run: the name to show for it, the model''s name, with the run''s id where a model has several runs.';
comment on column run_labels.run_id is 'Run.';
comment on column run_labels.model_id is 'Its model.';
comment on column run_labels.label is 'Name of the model, with the run where the model has several.';
