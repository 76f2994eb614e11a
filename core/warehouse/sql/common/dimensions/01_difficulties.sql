-- Difficulty of each case, and how much the models differ on it, each vision-language model by its pooled run. Python has
-- the same in core/statistics/agreement.py; tests keep both equal. Numbers are right from score 0.9 on.
insert into case_difficulties
with judged as (
    select
        answers.asked_no,
        answers.run_no,
        is_right(answers.score, questions.kind, 0.9) as is_right
    from star.answers
    join asked using (asked_no)
    join questions using (question_id)
    join runs using (run_no)
    join run_roles using (run_id)
    join models on models.model_id = runs.model_id
    where run_roles.is_pooled and models.kind = 'vlm' and answers.score is not null
),

of_asked as (
    select asked_no, count(*) as n, count(*) filter (is_right) as n_right
    from judged
    group by asked_no
)

select
    asked.case_id,
    sum(n_right) / sum(n) as share_right,
    -- If k of n models are right, k (n - k) pairs differ.
    avg(n_right * (n - n_right) / (n * (n - 1) / 2)) filter (n > 1) as disagreement,
    sum(n)::integer as n_answers
from of_asked
join asked using (asked_no)
group by asked.case_id;
