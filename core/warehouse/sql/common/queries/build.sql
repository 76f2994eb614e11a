-- One row: the build that made the warehouse.
select * from builds;
