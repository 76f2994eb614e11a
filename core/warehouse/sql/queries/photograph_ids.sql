-- One row per photograph: its key.
select photograph_id from photographs order by photograph_id;
