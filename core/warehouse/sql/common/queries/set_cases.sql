-- One row per protocol, set, case and question, for the cases that match the filters.
select protocol, set_id, case_id, question_id, len(asked.options) as n_options
from case_sets
semi join selected_cases($filters) using (case_id)
join asked using (case_id)
order by protocol, set_id, case_id, question_id;
