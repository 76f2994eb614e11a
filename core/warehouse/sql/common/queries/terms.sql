-- One row per benchmark-specific word.
select * from terms order by word;
