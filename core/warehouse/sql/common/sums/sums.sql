-- One row per combination of levels that the counted rows have: how many there are, and of each value its sum and how
-- many of them have one. Counted are the rows of one of the files beside this one. Braces stand for columns.
with {counted}

select {keys},
    {numbers}{values}
from counted
group by all
order by all;
