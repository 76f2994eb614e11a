-- One row: what the overview says in a sentence, over the vision-language models' runs that answered nearly everything.
with by_run as (
    select run_id, run_label, avg(kappa_3d) as kappa_3d, avg(kappa_2d) as kappa_2d
    from scored_answers
    where model_kind = 'vlm'
    group by run_id, run_label
    having count(kappa_3d) >= 0.9 * (select count(*) from photographs) * (select count(*) from questions)
)

select
    count(*) as runs,
    arg_max(run_label, kappa_3d) as best,
    100 * max(kappa_3d) as best_kappa_3d,
    arg_min(run_label, kappa_3d) as worst,
    100 * min(kappa_3d) as worst_kappa_3d,
    count(*) filter (kappa_2d > kappa_3d) as nearer_to_2d,
    100 * avg(kappa_3d) as mean_kappa_3d,
    100 * avg(kappa_2d) as mean_kappa_2d
from by_run;
