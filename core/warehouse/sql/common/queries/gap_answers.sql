-- One row per question of a case that a run was asked: our score (null if unreadable), how its reply ended, and the score
-- of the program that asked.
select
    scored_answers.case_id::varchar as case_id,
    scored_answers.group_id::varchar as group_id,
    scored_answers.question_id::varchar as question_id,
    scored_answers.score,
    case_replies.status::varchar as reply_status,
    case_replies.said_score
from scored_answers
join case_replies on case_replies.run_id = scored_answers.run_id and case_replies.case_id = scored_answers.case_id
where scored_answers.run_id = $run_id and case_replies.status <> 'missing'
order by case_id, question_id;
