-- One row per contradiction in the replies to photographs that fit the filters, of every run.
select
    contradictions.run_id,
    run_labels.model_id,
    run_labels.label as run_label,
    contradictions.photograph_id,
    contradictions.kind,
    contradictions.question_ids,
    contradictions.sentence
from contradictions
join run_labels using (run_id)
semi join selected_photographs($filters) using (photograph_id)
order by contradictions.run_id, contradictions.photograph_id, contradictions.kind;
