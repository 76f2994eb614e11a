-- One row per published figure, in the order of publication.
select * from published_figures order by position;
