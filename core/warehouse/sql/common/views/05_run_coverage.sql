-- One row per run with answers: how much of the benchmark it has answered, and whether it is ranked with the others.
create view run_coverage as
select
    run_estimates.run_id,
    run_estimates.n_cases,
    whole.all_cases,
    models.kind = 'reference' or run_estimates.n_cases >= min_coverage() * whole.all_cases as is_ranked
from run_estimates
join runs on runs.run_id = run_estimates.run_id
join models on models.model_id = runs.model_id
cross join (select count(*) as all_cases from cases) as whole
where run_estimates.measure = 'score' and run_estimates.slice = '';
comment on view run_coverage is 'One row per run with answers: how much of the benchmark it has answered, and whether it is ranked with the others.';
comment on column run_coverage.run_id is 'Run.';
comment on column run_coverage.n_cases is 'Cases with answers, readable or not.';
comment on column run_coverage.all_cases is 'Cases of the benchmark.';
comment on column run_coverage.is_ranked is 'Whether it has answers to at least 0.9 of the cases, or is of a reference model; other runs are listed behind those that have.';
