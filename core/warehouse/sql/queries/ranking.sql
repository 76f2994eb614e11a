-- One row per run, best first: mean kappa against 3D and 2D in percent, over its readable answers.
select
    run_id,
    model_id,
    run_label,
    model_kind,
    100 * avg(kappa_3d) as kappa_3d,
    100 * avg(kappa_2d) as kappa_2d,
    100 * avg(reliance) as image_plane_reliance,
    count(kappa_3d) as n,
    count(*) - count(kappa_3d) as unreadable,
    count(distinct photograph_id) as photographs,
    count(distinct triangle_id) as triangles
from scored_answers
where $kinds is null or list_contains($kinds, model_kind)
group by run_id, model_id, run_label, model_kind
order by kappa_3d desc nulls last, run_id;
