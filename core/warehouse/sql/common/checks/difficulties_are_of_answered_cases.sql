-- One row per case that has a difficulty without a readable answer in a pooled run of a vision-language model, or the
-- reverse.
with answered as (
    select distinct asked.case_id
    from star.answers
    join asked using (asked_no)
    join runs using (run_no)
    join run_roles using (run_id)
    join models on models.model_id = runs.model_id
    where models.kind = 'vlm' and run_roles.is_pooled and answers.status = 'ok'
)

select case_id
from answered
full join case_difficulties using (case_id)
where answered.case_id is null or case_difficulties.case_id is null;
