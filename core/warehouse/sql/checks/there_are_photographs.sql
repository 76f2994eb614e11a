-- One row if the warehouse would be empty.
select 'no photograph' as problem
where not exists (select 1 from photographs);
