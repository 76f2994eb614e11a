-- One row per word of the benchmark's own.
select * from terms order by word;
