-- One row per different value that is a text in a canonical form: the truths and answers that are points, regions, boxes,
-- orders or short texts.
select distinct case_truths.value_class as value
from case_truths
join questions using (question_id)
where questions.kind like '%:%' and case_truths.value_class is not null
union
select distinct made.value_class::varchar
from star.answers_made as made
join star.asked_cases as asked using (asked_no)
where asked.question_kind::varchar like '%:%' and made.value_class is not null
order by value;
