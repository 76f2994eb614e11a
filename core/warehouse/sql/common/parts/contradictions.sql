-- The contradictions of all parts.
insert into contradictions by name
select *
from read_parquet($files)
order by run_id, case_id, kind;
