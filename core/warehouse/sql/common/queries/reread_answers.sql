-- One row per rereading of an answer, for some runs or all: the extractor's reading beside the rule's.
select
    rereadings.rereading_id,
    rereadings.extractor_id,
    rereadings.run_id,
    run_labels.label as run_label,
    rereadings.case_id,
    cases.group_id,
    rereadings.question_id,
    rereadings.purpose,
    rereadings.status,
    rereadings.value_number,
    rereadings.value_class,
    rereadings.score,
    rereadings.cost_usd,
    answers.status as rule_status,
    answers.value_number as rule_number,
    answers.value_class as rule_class
from rereadings
join run_labels using (run_id)
join cases using (case_id)
join case_answers as answers using (run_id, case_id, question_id)
where is_chosen($of_runs::varchar[], rereadings.run_id)
order by rereadings.run_id, rereadings.rereading_id, cases.position, rereadings.question_id;
