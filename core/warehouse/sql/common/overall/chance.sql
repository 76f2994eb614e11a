-- What guessing among the options gives, over the answers of all runs; null where nobody was asked to choose.
select avg(chance) as value, count(chance) as n from scored_answers;
