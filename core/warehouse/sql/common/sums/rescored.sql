-- Answers that match the filters; those with changed true classes are scored against these.
changed as (
    select unnest($changed::struct(case_id varchar, question_id varchar, code double)[], recursive := true)
),

rescored as (
    select fitting.* replace (
        if(code is null or {score} is null, {score}, (value = code)::double) as {score}
    )
    from selected_answers($filters) as fitting
    left join changed on changed.case_id = fitting.case_id and changed.question_id = fitting.question_id
)
