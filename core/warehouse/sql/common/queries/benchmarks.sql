-- One row per benchmark.
select * from benchmarks order by benchmark_id;
