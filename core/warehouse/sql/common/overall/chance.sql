-- What guessing among the options gives, over the answers of all runs; null where some have no options: guessing says
-- nothing of these, and they are in the same means.
select case when count(chance) = count(*) then avg(chance) end as value, count(chance) as n from scored_answers;
