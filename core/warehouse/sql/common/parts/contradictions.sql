-- The contradictions of all parts, in the order of the runs, and within each in that of its part.
insert into contradictions by name
select *
from read_parquet($files);
