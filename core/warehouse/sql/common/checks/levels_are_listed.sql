-- One row per level that its factor does not list.
select case_id, factor, level
from case_factors
join factors using (factor)
where factors.levels is not null and not list_contains(factors.levels, level);
