-- One row per photograph that fits the filters (with chosen models or runs: that they were asked about) and, if asked
-- for, has an answer with the outcome, and a question that one model gets right and another wrong, each by the run that
-- stands for it.
with answered as (
    select
        photograph_id,
        avg(kappa_3d) as kappa_3d,
        avg(kappa_2d) as kappa_2d,
        count(*) as answers,
        count(*) - count(kappa_3d) as unreadable,
        count(*) filter (has_outcome($outcome, answer, $right_at)) as fitting
    from selected_answers($filters) as answer
    group by photograph_id
),

differing as (
    select distinct one.photograph_id
    from scored_answers as one
    join scored_answers as other using (photograph_id, question_id)
    where one.model_id = $right_model
        and other.model_id = $wrong_model
        and one.is_representative
        and other.is_representative
        and has_outcome('right', one, $right_at)
        and has_outcome('wrong', other, $right_at)
        and is_chosen($filters['question'], one.question_id)
)

select
    photographs.photograph_id,
    photographs.condition,
    photographs.object,
    photographs.side_class_3d,
    photographs.angle_class_3d,
    photographs.image_key,
    photographs.width_px,
    photographs.height_px,
    photographs.ax_px,
    photographs.ay_px,
    photographs.bx_px,
    photographs.by_px,
    photographs.cx_px,
    photographs.cy_px,
    answered.kappa_3d,
    answered.kappa_2d,
    coalesce(answered.answers, 0) as answers,
    coalesce(answered.unreadable, 0) as unreadable
from selected_photographs($filters) as photographs
left join answered using (photograph_id)
where ($outcome is null or answered.fitting > 0)
    -- Chosen models and runs list what they were asked about; without a choice every photograph is there.
    and (($filters['model'] is null and not has_chosen_runs($filters)) or answered.answers > 0)
    and ($right_model is null or $wrong_model is null or photographs.photograph_id in (from differing))
order by
    case when $sort = 'worst' then answered.kappa_3d end asc nulls last,
    case when $sort = 'best' then answered.kappa_3d end desc nulls last,
    photographs.photograph_id;
