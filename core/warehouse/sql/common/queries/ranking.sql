-- One row per run, best first, incomplete runs last: mean score against the truth and the foil in percent, over its readable answers.
select
    score.run_id,
    run_labels.model_id,
    run_labels.label as run_label,
    models.kind as model_kind,
    100 * score.value as score,
    100 * foil_score.value as foil_score,
    100 * reliance.value as reliance,
    score.n,
    score.n_asked - score.n as unreadable,
    score.n_cases as cases,
    score.n_asked_groups as groups,
    run_coverage.all_cases,
    run_coverage.is_ranked
from run_estimates as score
join run_labels on run_labels.run_id = score.run_id
join models on models.model_id = run_labels.model_id
join run_coverage on run_coverage.run_id = score.run_id
left join run_estimates as foil_score
    on foil_score.run_id = score.run_id and foil_score.measure = 'foil_score' and foil_score.slice = ''
left join run_estimates as reliance
    on reliance.run_id = score.run_id and reliance.measure = 'reliance' and reliance.slice = ''
where score.measure = 'score'
    and score.slice = ''
    and ($kinds is null or list_contains($kinds, models.kind))
order by run_coverage.is_ranked desc, score.value desc nulls last, score.run_id;
