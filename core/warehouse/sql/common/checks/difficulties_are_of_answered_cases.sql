-- One row per case that has a difficulty without a readable answer in a pooled run of a vision-language model, or the
-- reverse.
with answered as (
    select distinct case_id
    from case_answers
    join run_roles using (run_id)
    join models using (model_id)
    where models.kind = 'vlm' and run_roles.is_pooled and case_answers.status = 'ok'
)

select case_id
from answered
full join case_difficulties using (case_id)
where answered.case_id is null or case_difficulties.case_id is null;
