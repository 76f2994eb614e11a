-- One row per published number with the number computed here, in the order of publication.
select * from reproduction
order by position;
