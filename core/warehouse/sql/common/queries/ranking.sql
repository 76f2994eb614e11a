-- One row per run, best first: mean score against the truth and the foil in percent, over its readable answers.
select
    run_id::varchar as run_id,
    model_id::varchar as model_id,
    run_label::varchar as run_label,
    model_kind::varchar as model_kind,
    100 * avg(score) as score,
    100 * avg(foil_score) as foil_score,
    100 * avg(reliance) as reliance,
    count(score) as n,
    count(*) - count(score) as unreadable,
    count(distinct case_id) as cases,
    count(distinct group_id) as groups
from scored_answers
where $kinds is null or list_contains($kinds, model_kind)
group by all
order by score desc nulls last, run_id;
