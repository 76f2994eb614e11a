-- One row per reply that has not exactly one answer per question.
select replies.run_id, replies.photograph_id, count(answers.question_id) as answers
from replies
left join answers using (run_id, photograph_id)
group by replies.run_id, replies.photograph_id
having count(answers.question_id) <> (select count(*) from questions);
