-- One row per reply that another program scored too: that score, and ours against the truth as the mean over the
-- questions of its case, in percent. An answer that cannot be read counts as wrong, as it does for such programs.
select
    case_replies.run_id,
    run_labels.label as run_label,
    case_replies.case_id,
    case_replies.status,
    100 * case_replies.said_score as said,
    100 * avg(if(scored_answers.status = 'ok', scored_answers.score, 0)) as score
from case_replies
join run_labels using (run_id)
join scored_answers using (run_id, case_id)
where case_replies.said_score is not null
group by all
order by case_replies.run_id, case_replies.case_id;
