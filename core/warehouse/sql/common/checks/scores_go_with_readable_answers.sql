-- One row per answer that is ok without value and scores against truth and foil, or scored without being ok.
select answers.run_no, asked.case_id, asked.question_id
from star.answers
join star.asked_cases as asked using (asked_no)
where (answers.status = 'ok') <> (answers.score is not null)
    or (answers.status = 'ok' and asked.foil is not null) <> (answers.foil_score is not null)
    or (answers.status <> 'ok' and answers.corrected_score is not null)
    or (answers.status = 'ok' and answers.value_number is null and answers.value_class is null);
