-- The answers of all parts, in the order of the runs, and within each in that of its part.
insert into star.answers_made by name
select *
from part_rows;
