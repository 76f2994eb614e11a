-- One row per contradiction in the replies of some runs to a case.
select run_id, sentence, question_ids
from contradictions
where case_id = $case_id and list_contains($run_ids::varchar[], run_id)
order by run_id, kind, question_ids;
