-- One row per combination of levels that the answers which fit the filters have: how many answers there are, how many of
-- them are unreadable, and of each value its sum and how many answers have one. Braces stand for columns.
with selected as (
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

answers as (
    select selected.*, if(side = 'first', score - twin_score, null) as effect
    from selected
    left join twins
        on twin_run = run_id
        and twin_question = question_id
        and twin_group = group_id{same_sides}
)

select {keys}, count(*) as answers, count(*) filter (status <> 'ok') as unreadable{values}
from {answers}
group by all
order by all;
