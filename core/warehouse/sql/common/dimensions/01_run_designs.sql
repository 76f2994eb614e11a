-- One row per run of a vision-language model: what it was asked with. Runs of a model with equal designs are plain repeats.
create table star.run_designs as
with shuffled as (
    select distinct runs.model_id
    from star.replies
    join runs using (run_no)
    where replies.options is not null
),

shown as (
    select runs.model_id, replies.run_no, replies.case_no, replies.options
    from star.replies
    join runs using (run_no)
    semi join shuffled using (model_id)
),

-- Runs that showed the options of some case in another order.
reordered as (
    select shown.run_no, earlier.run_no as earlier_no
    from shown
    join shown as earlier using (model_id, case_no)
    where earlier.run_no < shown.run_no and earlier.options is distinct from shown.options
    group by all
),

orders as (
    select runs.run_no, min(earlier.run_no) as order_no
    from runs
    join runs as earlier on earlier.model_id = runs.model_id and earlier.run_no <= runs.run_no
    left join reordered on reordered.run_no = runs.run_no and reordered.earlier_no = earlier.run_no
    where reordered.run_no is null
    group by runs.run_no
)

select
    runs.run_id,
    runs.run_no,
    runs.model_id,
    runs.prompt_id,
    runs.image_view,
    runs.request_design,
    dense_rank() over (partition by runs.model_id order by orders.order_no) as option_order
from runs
join models using (model_id)
join orders using (run_no)
where models.kind = 'vlm' and not runs.is_live
order by runs.run_no;
comment on table star.run_designs is 'One row per run of a vision-language model: what it was asked with. Runs of a model with equal designs are plain repeats.';
comment on column star.run_designs.run_id is 'Run.';
comment on column star.run_designs.run_no is 'Place of the run in the order of models and their runs, from 0.';
comment on column star.run_designs.model_id is 'Model.';
comment on column star.run_designs.prompt_id is 'Prompt.';
comment on column star.run_designs.image_view is 'Image view.';
comment on column star.run_designs.request_design is 'Request options without the seed, examples, number of frames and longest side of images, as JSON.';
comment on column star.run_designs.option_order is 'Number of the order in which the options of cases were shown, from 1; the same for runs that never differ in it.';
