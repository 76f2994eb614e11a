-- One row per question that a case asks, with its options and its truth.
select
    asked.question_id, asked.options, asked.chance, questions.title, questions.kind, case_truths.value_number,
    case_truths.value_class, case_truths.code
from asked
join questions using (question_id)
join case_truths using (case_id, question_id)
join frames on frames.frame = case_truths.frame and frames.role = 'truth'
where case_id = $case_id
order by questions.position;
