-- The estimates of all parts.
insert into run_estimates by name
from part_rows
order by run_id;
