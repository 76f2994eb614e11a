-- One row per case: its group.
select case_id::varchar as case_id, group_id::varchar as group_id
from cases
order by position;
