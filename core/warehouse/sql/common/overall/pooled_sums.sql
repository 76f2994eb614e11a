-- One row per contrast, side and group: sum and number of the scores of all vision-language models' pooled runs. Intervals
-- are computed from these sums.
with sides as (
    select
        contrasts.contrast,
        case_factors.case_id,
        case
            when list_contains(contrasts.second_levels, case_factors.level) then 1
            when list_contains(contrasts.first_levels, case_factors.level) then 0
        end as side
    from contrasts
    join case_factors using (factor)
),

sums as (
    select case_id::varchar as case_id, group_id::varchar as group_id, sum(score) as total, count(score) as n
    from scored_answers
    where is_pooled and model_kind = 'vlm'
    group by all
)

select sides.contrast, sides.side, sums.group_id, sum(sums.total) as total, sum(sums.n)::double as n
from sums
join sides using (case_id)
where sides.side is not null
group by all
order by all;
