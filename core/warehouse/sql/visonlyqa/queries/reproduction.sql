-- One row per published accuracy with those computed here, in the order of publication.
select * from reproduction
order by position;
