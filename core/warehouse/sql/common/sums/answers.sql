-- Rows: answers that match the filters.
counted as (
    select *
    from {answers}
)
