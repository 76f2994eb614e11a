-- One row per photograph that has a difficulty without a readable answer in a pooled run of a
-- vision-language model, or the reverse.
with answered as (
    select distinct photograph_id
    from answers
    join models using (model_id)
    join run_roles using (run_id)
    where models.kind = 'vlm' and run_roles.is_pooled and answers.status = 'ok'
)

select photograph_id
from answered
full join photograph_difficulties using (photograph_id)
where answered.photograph_id is null or photograph_difficulties.photograph_id is null;
