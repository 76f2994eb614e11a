-- One row per image of a case.
select * from case_images where case_id = $case_id order by position;
