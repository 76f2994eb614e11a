-- One row per case with its question as asked, null without one of its own. Null is all cases.
select case_id, text
from cases
where $case_ids::varchar[] is null or case_id in (select unnest($case_ids::varchar[]))
order by position;
