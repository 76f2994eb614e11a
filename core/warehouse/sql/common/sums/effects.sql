-- Rows: answers that match the filters, with their effect.
selected as (
    select *{sides}
    from selected_answers($filters)
),

-- Twins are answers of the same run to the same question about cases of the same group, on the second side of a contrast
-- and on the same side of every other one.
twins as (
    select run_id as twin_run, question_id as twin_question, group_id as twin_group{other_sides}, avg(score) as twin_score
    from selected
    where side = 'second'
    group by all
),

counted as (
    select selected.*, if(side = 'first', score - twin_score, null) as effect
    from selected
    left join twins
        on twin_run = run_id
        and twin_question = question_id
        and twin_group = group_id{same_sides}
)
