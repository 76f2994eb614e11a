-- One row per contradiction in the replies of some runs to a case.
select run_id, sentence
from contradictions
where case_id = $case_id and run_id in (select unnest($run_ids::varchar[]))
order by run_id, kind, question_ids;
