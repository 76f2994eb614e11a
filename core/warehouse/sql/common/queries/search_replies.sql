-- One row per run, case and question with a reply that matches every pattern, in the order of runs and cases: the outcome
-- of its answer, and the text around the first match of the first pattern; at most $max_rows. Null patterns match every
-- reply. DuckDB's regular expressions (RE2) take time proportional to the length of the text.
with chosen as (
    select
        run_id::varchar as run_id,
        run_label::varchar as run_label,
        model_id::varchar as model_id,
        case_id::varchar as case_id,
        question_id::varchar as question_id,
        case
            when status <> 'ok' then 'unreadable'
            when is_right(score, question_kind, $right_at) then 'right'
            else 'wrong'
        end as outcome
    from selected_answers($filters)
),

matching as (
    select
        runs.run_id::varchar as run_id,
        cases.case_id::varchar as case_id,
        replies.raw,
        regexp_extract(replies.raw, $pattern_1, 0) as matched
    from star.replies as replies
    join runs using (run_no)
    join cases on cases.position = replies.case_no
    where list_contains($run_ids::varchar[], runs.run_id)
        and regexp_matches(replies.raw, $pattern_1)
        and ($pattern_2 is null or regexp_matches(replies.raw, $pattern_2))
        and ($pattern_3 is null or regexp_matches(replies.raw, $pattern_3))
        and ($pattern_4 is null or regexp_matches(replies.raw, $pattern_4))
)

select
    chosen.*,
    substr(raw, greatest(strpos(raw, matched) - 80, 1), least(strpos(raw, matched) - 1, 80)) as text_before,
    left(matched, 200) as matched,
    substr(raw, strpos(raw, matched) + length(matched), 80) as text_after
from matching
join chosen using (run_id, case_id)
order by run_id, case_id, question_id
limit $max_rows;
