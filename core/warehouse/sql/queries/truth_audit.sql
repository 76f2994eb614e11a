-- One row per triangle: the audit's verdict, the largest disagreement first.
select *, verdict in ('sides_swapped', 'one_side_off', 'several_sides_off') as is_blamed
from truth_audit
order by is_blamed desc, size_sigmas desc nulls last, triangle_id;
