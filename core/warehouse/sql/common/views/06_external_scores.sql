-- One row per reply that another program scored too: its score, and ours against the truth as the mean over the questions
-- of its case, in percent. An unreadable answer counts as wrong, as it does in such programs.
create macro external_scores() as table
with said as (
    select run_id, case_id, status, said_score
    from case_replies
    where said_score is not null
),

ours as (
    select run_id::varchar as run_id, case_id::varchar as case_id, avg(if(status = 'ok', score, 0)) as score
    from scored_answers
    where run_id in (select run_id from said)
    group by all
)

select
    said.run_id,
    run_labels.label as run_label,
    said.case_id,
    said.status,
    100 * said.said_score as said,
    100 * ours.score as score
from said
join run_labels using (run_id)
join ours using (run_id, case_id);
