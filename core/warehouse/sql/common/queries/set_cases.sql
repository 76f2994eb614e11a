-- One row per protocol and case of one of its sets.
select protocol, set_id, case_id from case_sets order by protocol, set_id, case_id;
