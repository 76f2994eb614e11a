-- One row per reply of a run to a multiple-choice case: its text, the options and the code of the right one. Of more
-- than `at_most`, a random sample that is the same every time.
select case_replies.run_id, case_replies.case_id, case_replies.raw, asked.options, case_truths.code::integer as truth
from case_replies
join asked using (case_id)
join questions using (question_id)
join case_truths using (case_id, question_id)
join frames on frames.frame = case_truths.frame and frames.role = 'truth'
where case_replies.run_id = $run_id and questions.kind = 'choice' and case_replies.raw is not null
qualify row_number() over (order by hash(case_replies.case_id), case_replies.case_id) <= $at_most
order by case_replies.case_id;
