-- Expected score of guessing among the options, over the answers of all runs; null if some answers have no options:
-- guessing is undefined for these, and they are in the same means.
select case when count(chance) = count(*) then avg(chance) end as value, count(chance) as n from scored_answers;
