-- One row per triangle: the audit's verdict, the largest disagreement first.
select triangle_id as group_id, * exclude (triangle_id)
from truth_audit
order by is_blamed desc, size_sigmas desc nulls last, triangle_id;
