-- One row per subset, in display order.
select * from subsets order by position;
