-- One row per different truth that is a text in a canonical form: a region, a box, an order, accepted texts.
select distinct case_truths.value_class as truth
from case_truths
join questions using (question_id)
where questions.kind like '%:%' and case_truths.value_class is not null
order by truth;
