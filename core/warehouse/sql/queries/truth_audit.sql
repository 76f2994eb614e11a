-- One row per triangle: the audit's verdict, the largest disagreement first.
select *
from truth_audit
order by is_blamed desc, size_sigmas desc nulls last, triangle_id;
