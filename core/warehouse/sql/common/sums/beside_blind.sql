-- Rows: answers that match the filters, with the constant baseline's reliance on the same case and question; null if either
-- is missing.
blind as (
    select case_id as blind_case, question_id as blind_question, avg(reliance) as found
    from scored_answers
    where model_id::varchar = 'blind_constant'
    group by all
),

counted as (
    select
        fitting.*,
        if(reliance is null, null, found) as blind_reliance,
        reliance - found as excess
    from {answers} as fitting
    left join blind on blind_case = case_id and blind_question = question_id
)
