-- One row per factor of which a case has a level, in the order to show them.
select factor, title, level
from case_factors
join factors using (factor)
where case_id = $case_id
order by factors.position;
