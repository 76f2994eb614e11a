-- One row per photograph that fits the filters and, where one is asked for, has an answer with the outcome.
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
where $outcome is null or answered.fitting > 0
order by
    case when $sort = 'worst' then answered.kappa_3d end asc nulls last,
    case when $sort = 'best' then answered.kappa_3d end desc nulls last,
    photographs.photograph_id;
