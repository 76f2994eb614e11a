-- One row per answer of some runs to some cases, with everything that an analysis needs of it.
select *
from scored_answers
where list_contains($case_ids::varchar[], case_id) and list_contains($run_ids::varchar[], run_id)
order by run_id, case_id, question_id;
