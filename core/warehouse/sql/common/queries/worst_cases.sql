-- One row per case that a run has a readable answer about and that matches the filters: those with an available image
-- first, among these the lowest mean score first; as many as requested.
with scored as (
    select case_id::varchar as case_id, round(avg(score), 12) as score
    from scored_answers
    semi join selected_cases($filters) using (case_id)
    where run_id = $run_id and score is not null
    group by all
)

select scored.case_id
from scored
left join case_images on case_images.case_id = scored.case_id and case_images.position = 1
order by case_images.image_key is null, scored.score, scored.case_id
limit $most;
