-- One row per run that was asked about a case.
select run_id
from case_replies
where case_id = $case_id
order by run_id;
