-- Counted: answers that fit the filters.
counted as (
    select *
    from selected_answers($filters)
)
