-- One row per case that has a level of the factor.
select case_id::varchar as case_id, level::varchar as level
from case_factors
where factor = $factor
order by case_id;
