-- Counted: answers that fit the filters.
counted as (
    select *
    from {answers}
)
