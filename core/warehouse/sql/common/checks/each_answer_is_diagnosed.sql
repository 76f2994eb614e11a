-- One row per answer whose case and question lack the score of the best constant answer, and per readable answer beside a
-- foil that lacks what it fits, or the reverse.
select run_id, case_id, question_id
from case_answers
where not exists (
    from blind_scores
    where blind_scores.case_id = case_answers.case_id and blind_scores.question_id = case_answers.question_id
)
union all
select run_id, case_id, question_id
from (
    select run_id, case_id, question_id, true as is_read
    from case_answers
    where status = 'ok' and exists (
        from case_truths
        join frames using (frame)
        where frames.role = 'foil'
            and case_truths.case_id = case_answers.case_id
            and case_truths.question_id = case_answers.question_id
    )
)
full join fits using (run_id, case_id, question_id)
where is_read is null or fits.fits is null;
