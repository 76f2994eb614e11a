-- One row per subset, in the order to show them.
select * from subsets order by position;
