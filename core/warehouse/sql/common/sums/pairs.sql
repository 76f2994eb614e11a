-- Rows: pairs of readable answers of two runs to the same question about the same case. The first run is the one that the
-- filters name first. An answer flips if another option, class or text is given; a number, a point or a box if it becomes
-- right or wrong.
told as (
    select
        {own_columns},
        run_id,
        {score} as told,
        is_right({score}, question_kind, $right_at) as is_right,
        value,
        list_position($filters['runs'], run_id::varchar) as place
    from {answers}
    where {score} is not null
),

counted as (
    select
        {columns_of_first},
        ours.run_id as "first",
        theirs.run_id as "second",
        ours.told as first_score,
        theirs.told as second_score,
        ours.told - theirs.told as difference,
        if(
            split_part(ours.question_kind, ':', 1) in ('class', 'choice', 'name', 'text', 'order'),
            ours.value <> theirs.value,
            ours.is_right <> theirs.is_right
        )::double as flipped,
        (ours.is_right and theirs.is_right)::double as "both",
        (ours.is_right and not theirs.is_right)::double as only_first,
        (not ours.is_right and theirs.is_right)::double as only_second,
        (not ours.is_right and not theirs.is_right)::double as "none"
    from told as ours
    join told as theirs
        on theirs.case_id = ours.case_id
        and theirs.question_id = ours.question_id
        and theirs.place > ours.place
)
