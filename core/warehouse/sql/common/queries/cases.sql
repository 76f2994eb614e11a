-- One row per case that fits the filters (with chosen models or runs: that they were asked about) and, if asked for, has
-- an answer with the outcome, and a question that one model gets right and another wrong, each by the run that stands
-- for it.
with answered as (
    select
        case_id,
        avg(score) as score,
        avg(foil_score) as foil_score,
        count(*) as answers,
        count(*) - count(score) as unreadable,
        count(*) filter (has_outcome($outcome, answer, $right_at)) as fitting
    from selected_answers($filters) as answer
    group by case_id
),

differing as (
    select distinct one.case_id
    from scored_answers as one
    join scored_answers as other using (case_id, question_id)
    where one.model_id = $right_model
        and other.model_id = $wrong_model
        and one.is_representative
        and other.is_representative
        and has_outcome('right', one, $right_at)
        and has_outcome('wrong', other, $right_at)
        and is_chosen($filters['question'], one.question_id)
)

select
    cases.case_id,
    cases.group_id,
    cases.title,
    cases.slot,
    levels.levels,
    case_images.image_key,
    case_images.width_px,
    case_images.height_px,
    answered.score,
    answered.foil_score,
    coalesce(answered.answers, 0) as answers,
    coalesce(answered.unreadable, 0) as unreadable
from selected_cases($filters) as cases
left join answered using (case_id)
left join case_images on case_images.case_id = cases.case_id and case_images.position = 1
left join (
    select case_id, map_from_entries(list((factor, level) order by factor)) as levels
    from case_factors
    group by case_id
) as levels on levels.case_id = cases.case_id
where ($outcome is null or answered.fitting > 0)
    -- Chosen models and runs list what they were asked about; without a choice every case is there.
    and (($filters['model'] is null and not has_chosen_runs($filters)) or answered.answers > 0)
    and exists (
        from asked
        where asked.case_id = cases.case_id and is_chosen($filters['question'], asked.question_id)
    )
    and ($right_model is null or $wrong_model is null or cases.case_id in (from differing))
order by
    case when $sort = 'worst' then answered.score end asc nulls last,
    case when $sort = 'best' then answered.score end desc nulls last,
    cases.position;
