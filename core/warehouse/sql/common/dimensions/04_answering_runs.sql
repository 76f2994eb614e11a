-- One row per run: everything that its answers can be grouped and filtered by. Text columns become separate enums.
create table star.answering_runs as
select
    runs.run_no,
    runs.run_id,
    runs.model_id,
    run_labels.label as run_label,
    models.kind as model_kind,
    run_roles.is_representative,
    run_roles.is_pooled,
    runs.is_published,
    runs.prompt_id,
    runs.image_view
from runs
join models on models.model_id = runs.model_id
join run_labels using (run_id)
join run_roles using (run_id)
order by runs.run_no;
comment on table star.answering_runs is 'One row per run: all that its answers can be grouped and filtered by.';
comment on column star.answering_runs.run_no is 'Place of the run in the order of models and their runs, from 0.';
comment on column star.answering_runs.run_id is 'Run.';
comment on column star.answering_runs.model_id is 'Model of the run.';
comment on column star.answering_runs.run_label is 'Name to show for the run.';
comment on column star.answering_runs.model_kind is 'vlm, reference or human.';
comment on column star.answering_runs.is_representative is 'Whether the run stands for its model.';
comment on column star.answering_runs.is_pooled is 'Whether means over several models include the run.';
comment on column star.answering_runs.is_published is 'Whether the run came with the benchmark.';
comment on column star.answering_runs.prompt_id is 'Prompt of the run.';
comment on column star.answering_runs.image_view is 'Image view of the run.';
