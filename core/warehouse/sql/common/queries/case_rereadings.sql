-- One row per rereading and question of the replies of some runs to a case, with the rule's own reading. Null is all runs.
select
    rereadings.run_id,
    rereadings.rereading_id,
    rereadings.extractor_id,
    questions.question_id,
    questions.title,
    rereadings.status,
    rereadings.value_number,
    rereadings.value_class,
    rereadings.reason,
    answers.status as rule_status,
    answers.value_number as rule_number,
    answers.value_class as rule_class
from rereadings
join questions using (question_id)
join case_answers as answers using (run_id, case_id, question_id)
where rereadings.case_id = $case_id and is_chosen($of_runs::varchar[], rereadings.run_id)
order by rereadings.run_id, rereadings.extractor_id, rereadings.rereading_id, questions.position;
