-- One row per different value that is a text in a canonical form: the truths and answers that are points, regions, boxes,
-- orders or short texts.
select distinct case_truths.value_class as value
from case_truths
join questions using (question_id)
where questions.kind like '%:%' and case_truths.value_class is not null
union
select distinct answers.value_class::varchar
from star.answers
join star.asked_cases as asked using (asked_no)
where asked.question_kind::varchar like '%:%' and answers.value_class is not null
order by value;
