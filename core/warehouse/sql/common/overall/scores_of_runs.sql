-- One row per answer of some runs: its score.
select
    run_id::varchar as run_id,
    case_id::varchar as case_id,
    question_id::varchar as question_id,
    group_id::varchar as group_id,
    score
from scored_answers
where list_contains($run_ids, run_id::varchar)
order by all;
