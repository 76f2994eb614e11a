-- One row per reply of a run to a multiple-choice case: its text, the question's text, the options in the order in which
-- the model saw them and the code of the right one among them. Of more than `at_most`, a random sample that is the same
-- every time.
select
    case_replies.run_id, case_replies.case_id, case_replies.raw, cases.text,
    coalesce(case_replies.options, asked.options) as options,
    case
        when case_replies.options is null then case_truths.code::integer
        else list_position(
            list_transform(case_replies.options, lambda option: trim(option)),
            trim(asked.options[case_truths.code::integer + 1])
        ) - 1
    end as truth
from case_replies
join cases using (case_id)
join asked using (case_id)
join questions using (question_id)
join case_truths using (case_id, question_id)
join frames on frames.frame = case_truths.frame and frames.role = 'truth'
where case_replies.run_id = $run_id and questions.kind = 'choice' and case_replies.raw is not null
qualify row_number() over (order by hash(case_replies.case_id), case_replies.case_id) <= $at_most
order by case_replies.case_id;
