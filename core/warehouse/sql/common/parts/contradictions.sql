-- The contradictions of all parts, in the order of the runs, and for each run in the order of its part.
insert into contradictions by name
select *
from read_parquet($files);
