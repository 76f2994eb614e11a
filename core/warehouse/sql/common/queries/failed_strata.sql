-- One row per run, question and band of margins: its wrong and unreadable answers that match the filters, and their groups.
-- A benchmark without margins has one band per question.
select
    answers.run_id::varchar as run_id,
    answers.run_label::varchar as run_label,
    answers.question_id::varchar as question_id,
    coalesce(bands.level, '') as band,
    count(*) as n_answers,
    count(distinct answers.group_id) as n_groups
from selected_answers($filters) as answers
left join case_factors as bands on bands.case_id = answers.case_id and bands.factor = 'margin'
where answers.status in ('unparsed', 'invalid') or not is_right(answers.score, answers.question_kind, $right_at)
group by all
order by all;
