-- One row per combination of levels among the rows of one of the files beside this one: their number, and per value its sum
-- and the number of rows that have it. Braces are placeholders for columns.
with {counted}

select {keys},
    {numbers}{values}
from counted
group by all
order by all;
