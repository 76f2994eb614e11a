-- One row per run: mean kappa 3D and rank under the published and under the audited truth. Reference models are left
-- out: the lengths of one of them became the audited truth, and the answers of another were chosen on the published one.
with blamed as (
    select triangle_id
    from truth_audit
    where is_blamed or verdict = 'labels_inconsistent'
)

select
    run_id::varchar as run_id,
    model_id::varchar as model_id,
    run_label::varchar as run_label,
    model_kind::varchar as model_kind,
    rank() over (order by avg(score) desc) as rank_published,
    rank() over (order by avg(corrected_score) desc) as rank_audited,
    100 * avg(score) as kappa_published,
    100 * avg(corrected_score) as kappa_audited,
    100 * (avg(corrected_score) - avg(score)) as difference,
    100 * avg(score) filter (group_id in (from blamed)) as blamed_published,
    100 * avg(corrected_score) filter (group_id in (from blamed)) as blamed_audited,
    count(score) as n
from scored_answers
where model_kind <> 'reference' and ($kinds is null or list_contains($kinds, model_kind))
group by all
order by kappa_published desc nulls last, run_id;
