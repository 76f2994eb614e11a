-- One row per run with replies that another program scored too: how many have both scores, how many of these differ by more
-- than a given number of points, and the means of both.
select
    run_id,
    run_label,
    count(*) as replies,
    avg(said) as said,
    avg(score) as score,
    count(*) filter (abs(said - score) > $differs_from::double) as differing
from external_scores()
where score is not null
group by run_id, run_label
order by run_id;
