-- One row per answer that is ok without value and scores against truth and foil, or scored without being ok.
select made.run_no, asked.case_id, asked.question_id
from star.answers_made as made
join star.asked_cases as asked using (asked_no)
where (made.status = 'ok') <> (made.score is not null)
    or (made.status = 'ok' and asked.foil is not null) <> (made.foil_score is not null)
    or (made.status <> 'ok' and made.corrected_score is not null)
    or (made.status = 'ok' and made.value_number is null and made.value_class is null);
