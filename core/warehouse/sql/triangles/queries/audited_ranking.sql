-- One row per run: mean kappa 3D and rank under the published and under the audited truth. Reference models are left
-- out: the lengths of one of them became the audited truth, and the answers of another were chosen on the published one.
with blamed as (
    select asked_no
    from star.asked_cases
    where group_id::varchar in (
        select triangle_id
        from truth_audit
        where is_blamed or verdict = 'labels_inconsistent'
    )
),

means as (
    select
        run_no,
        avg(score) as score,
        avg(corrected_score) as corrected_score,
        avg(score) filter (blamed.asked_no is not null) as blamed_score,
        avg(corrected_score) filter (blamed.asked_no is not null) as blamed_corrected_score,
        count(score) as n
    from star.answers
    left join blamed on blamed.asked_no = answers.asked_no
    group by run_no
)

select
    run_id::varchar as run_id,
    model_id::varchar as model_id,
    run_label::varchar as run_label,
    model_kind::varchar as model_kind,
    rank() over (order by score desc) as rank_published,
    rank() over (order by corrected_score desc) as rank_audited,
    100 * score as kappa_published,
    100 * corrected_score as kappa_audited,
    100 * (corrected_score - score) as difference,
    100 * blamed_score as blamed_published,
    100 * blamed_corrected_score as blamed_audited,
    n
from means
join star.answering_runs using (run_no)
where model_kind <> 'reference' and ($kinds is null or list_contains($kinds, model_kind))
order by kappa_published desc nulls last, run_id;
