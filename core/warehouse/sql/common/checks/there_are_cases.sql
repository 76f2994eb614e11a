-- One row if the warehouse would be empty.
select 'no case' as problem
where not exists (select 1 from cases);
