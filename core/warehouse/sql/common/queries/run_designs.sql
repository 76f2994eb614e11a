-- One row per run of a vision-language model: what it was asked with, and the names of model and run.
select
    designs.run_id::varchar as run_id,
    designs.model_id::varchar as model_id,
    models.display_name as model_name,
    designs.prompt_id::varchar as prompt_id,
    designs.image_view::varchar as image_view,
    designs.request_design,
    designs.option_order
from star.run_designs as designs
join models using (model_id)
order by designs.run_no;
