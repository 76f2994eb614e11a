-- One row per case and question with answers that lacks the score of the best constant answer, and per readable answer
-- with a foil that lacks its fit, or the reverse.
select null as run_no, asked.case_id, asked.question_id
from asked
anti join blind_scores using (case_id, question_id)
semi join star.answers using (asked_no)
union all
select answers.run_no, asked.case_id, asked.question_id
from star.answers
join star.asked_cases as asked using (asked_no)
where (answers.status = 'ok' and asked.foil is not null) <> (answers.fits is not null);
