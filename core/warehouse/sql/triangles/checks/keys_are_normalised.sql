-- One row per photograph whose key does not consist of its triangle and condition.
select photograph_id
from photographs
where photograph_id <> triangle_id || '_' || condition
    or has_object <> (condition like '%1')
    or (pose = 'tilted') <> (condition like 'T%');
