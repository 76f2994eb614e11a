-- One row per case that matches the filters (with selected models or runs: that they were asked about) and, if requested,
-- has an answer with the outcome: right, wrong or right by the foil only, nearer to the foil than to the truth,
-- contradicted by another answer of its reply, or unreadable. Cases with the same score take turns by their (first)
-- question, so that a page of the worst does not repeat one question.
with answered as (
    select
        case_id,
        min(question_id) as first_question,
        avg(score) as score,
        avg(foil_score) as foil_score,
        avg(foil_score - score) as foil_lead,
        count(*) as answers,
        count(*) - count(score) as unreadable,
        count(*) filter (is_right(score, question_kind, $right_at)) as correct,
        count(*) filter (
            case $outcome
                when 'unreadable' then status <> 'ok'
                when 'right' then is_right(score, question_kind, $right_at)
                when 'wrong' then not is_right(score, question_kind, $right_at)
                when 'right_in_2d_only' then is_right_by_foil_only(score, foil_score, question_kind, $right_at)
                when 'fits_the_picture' then fits in ('foil only', 'nearer to the foil')
                when 'contradicted' then is_contradicted
            end
        ) as fitting
    from selected_answers($filters)
    group by case_id
)

select
    cases.case_id,
    cases.group_id,
    cases.title,
    cases.slot,
    case_images.image_key,
    case_images.width_px,
    case_images.height_px,
    answered.score,
    answered.foil_score,
    coalesce(answered.answers, 0) as answers,
    coalesce(answered.unreadable, 0) as unreadable,
    coalesce(answered.correct, 0) as correct
from selected_cases($filters) as cases
left join answered using (case_id)
left join case_images on case_images.case_id = cases.case_id and case_images.position = 1
where ($outcome is null or answered.fitting > 0)
    -- Selected models and runs list the cases that they were asked about; without a selection every case is listed.
    and (($filters['model'] is null and not has_chosen_runs($filters)) or answered.answers > 0)
    and exists (
        from asked
        where asked.case_id = cases.case_id and is_chosen($filters['question'], asked.question_id)
    )
order by
    case when $sort = 'worst' then answered.score end asc nulls last,
    case when $sort = 'best' then answered.score end desc nulls last,
    case when $sort = 'foil_lead' then answered.foil_lead end desc nulls last,
    case when $sort in ('worst', 'best', 'foil_lead') then row_number() over (
        partition by answered.first_question, if($sort = 'foil_lead', answered.foil_lead, answered.score)
        order by cases.position
    ) end,
    cases.position;
