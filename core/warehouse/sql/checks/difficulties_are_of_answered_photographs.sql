-- One row per photograph that has a difficulty without a readable answer of a vision-language model, or the reverse.
with answered as (
    select distinct photograph_id
    from answers
    join models using (model_id)
    where models.kind = 'vlm' and answers.status = 'ok'
)

select photograph_id
from answered
full join photograph_difficulties using (photograph_id)
where answered.photograph_id is null or photograph_difficulties.photograph_id is null;
