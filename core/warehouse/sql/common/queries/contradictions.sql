-- One row per contradiction in the replies to cases that match the filters, for the selected runs, or for every run.
select
    contradictions.run_id,
    run_labels.model_id,
    run_labels.label as run_label,
    contradictions.case_id,
    contradictions.kind,
    contradictions.question_ids,
    contradictions.sentence
from contradictions
join run_labels using (run_id)
semi join selected_cases($filters) using (case_id)
where is_chosen($filters['runs'], contradictions.run_id)
order by contradictions.run_id, contradictions.case_id, contradictions.kind;
