-- One row per reply that another program scored too, with both scores in percent: every one, or those that differ by more
-- than some points, the farthest apart first, so many of them at most.
select *
from scored_twice()
where $differs_from::double is null or abs(said - score) > $differs_from::double
order by if($differs_from::double is null, 0, -abs(said - score)), run_id, case_id
limit $most::bigint;
