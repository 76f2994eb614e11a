-- One row per multiple-choice question with fewer than two options, duplicate options, or no option that is the truth.
select asked.case_id, asked.question_id
from asked
join questions using (question_id)
left join case_truths using (case_id, question_id)
where questions.kind = 'choice'
    and (
        coalesce(len(asked.options), 0) < 2
        or len(list_distinct(asked.options)) < len(asked.options)
        or case_truths.code is null
        or case_truths.code not between 0 and len(asked.options) - 1
    );
