-- One row per reply that another program scored too, with both scores in percent: every one, or those that differ by more
-- than a given number of points, the largest difference first, up to a limit.
select *
from external_scores()
where $differs_from::double is null or abs(said - score) > $differs_from::double
order by if($differs_from::double is null, 0, -abs(said - score)), run_id, case_id
limit $most::bigint;
