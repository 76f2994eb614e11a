-- Up to $n_per_cell wrong or unreadable answers that match the filters, per run, question and band of margins, in an order
-- that the seed determines. The smallest numbers of several cells together are a random sample of their union.
with drawn as (
    select
        answers.run_id::varchar as run_id,
        answers.question_id::varchar as question_id,
        coalesce(bands.level, '') as band,
        min_by(
            {'case_id': answers.case_id::varchar, 'group_id': answers.group_id::varchar},
            hash(concat_ws('|', $seed, answers.run_id, answers.case_id, answers.question_id)),
            $n_per_cell
        ) as answers
    from selected_answers($filters) as answers
    left join case_factors as bands on bands.case_id = answers.case_id and bands.factor = 'margin'
    where answers.status in ('unparsed', 'invalid') or not is_right(answers.score, answers.question_kind, $right_at)
    group by answers.run_id, answers.question_id, bands.level
),

listed as (
    select run_id, question_id, band, unnest(answers) as answer
    from drawn
)

select
    run_id,
    question_id,
    band,
    answer.case_id,
    answer.group_id,
    hash(concat_ws('|', $seed, run_id, answer.case_id, question_id)) as random_order
from listed
order by random_order;
