-- One row per quantity along which scores are shown, in the order of its factor.
select curves.*
from curves
join factors using (factor)
order by factors.position;
