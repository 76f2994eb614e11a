-- One row per run of a vision-language model: what it was asked with, and the names of model and run.
select
    run_designs.run_id::varchar as run_id,
    run_designs.model_id::varchar as model_id,
    models.display_name as model_name,
    run_designs.prompt_id::varchar as prompt_id,
    run_designs.image_view::varchar as image_view,
    run_designs.request_design,
    run_designs.option_order
from run_designs
join models using (model_id)
order by run_designs.run_no;
