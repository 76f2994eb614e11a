-- One row per factor for which a case has a level, in display order.
select factor, title, level
from case_factors
join factors using (factor)
where case_id = $case_id
order by factors.position;
