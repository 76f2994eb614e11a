-- One row per factor of cases and level: the number of cases that have it, and of those among the given ones.
select factor, level, count(*) as n_cases, count(selected.case_id) as n_selected
from case_factors
left join (select unnest($case_ids::varchar[]) as case_id) as selected using (case_id)
group by factor, level
order by factor, level;
