-- The lifts of all parts.
insert into lifts by name
select part_rows.*
from read_parquet($files) as part_rows
left join subsets using (subset)
order by
    list_position(['truth', 'foil', 'reliance'], against),
    subsets.position,
    run_id,
    question_id = 'all',
    question_id;
