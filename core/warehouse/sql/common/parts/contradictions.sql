-- The contradictions of all parts.
insert into contradictions by name
select *
from part_rows
order by run_id, case_id, kind;
