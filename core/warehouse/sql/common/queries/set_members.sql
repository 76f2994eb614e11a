-- One row per case of the sets with an id, whatever their protocol, in the order of its group.
select distinct cases.case_id, cases.slot, cases.title, cases.position
from case_sets
join cases using (case_id)
where set_id = $set_id
order by cases.slot, cases.position;
