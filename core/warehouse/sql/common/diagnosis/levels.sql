-- One row per case and factor that it has a level of.
select case_id, factor, level from case_factors order by case_id, factor;
