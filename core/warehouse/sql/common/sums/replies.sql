-- Rows: replies, each under every kind of contradiction that its readable answers could show, and as `coherent` if there
-- are two of them.
read_in as (
    select
        run_id,
        model_id,
        run_label,
        model_kind,
        case_id,
        group_id,
        list(question_id::varchar) filter (value is not null) as questions_read
    from selected_answers($filters)
    group by all
),

shown_in as (
    select run_id, case_id, list(kind) as kinds
    from contradictions
    where is_chosen($filters['runs'], run_id)
    group by all
),

replies as (
    select *
    from read_in
    left join shown_in using (run_id, case_id)
),

rules as (
    select unnest($rules::struct(rule varchar, needed varchar[])[], recursive := true)
),

counted as (
    select *, 'coherent' as kind, (kinds is null)::double as shows
    from replies
    where len(questions_read) > 1
    union all by name
    select replies.*, rule as kind, coalesce(list_contains(kinds, rule), false)::double as shows
    from replies
    join rules on list_has_all(questions_read, needed)
)
