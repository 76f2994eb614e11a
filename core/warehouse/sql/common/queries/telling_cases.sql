-- One row per case that shows at a glance what a benchmark asks, as many as requested, the most revealing first: models
-- differ on it, and some fall for the foil. A case is more revealing the more pairs it has of a right answer and one that
-- is right only against the foil; without a foil any wrong answer replaces the latter. Only cases with an available image
-- count, or all if there is none.
with seen as (
    select case_outcomes.*, image_key is not null as is_seen
    from case_outcomes
    left join case_images on case_images.case_id = case_outcomes.case_id::varchar and case_images.position = 1
),

counted as (
    select
        case_id::varchar as case_id,
        question_id::varchar as question_id,
        n_right,
        n_foil,
        n_wrong,
        n_right * if(sum(n_foil) over () > 0, n_foil, n_wrong) as pairs
    from seen
    where is_seen or not exists (from seen where is_seen)
)

select case_id, question_id, n_right, n_foil, n_wrong
from counted
qualify row_number() over (partition by case_id order by pairs desc, n_right desc, question_id) = 1
order by pairs desc, n_right desc, case_id
limit $most;
