-- One row per answer of some runs to some cases, with everything that an analysis needs of it.
select *
from scored_answers
where
    case_id::varchar in (select unnest($case_ids::varchar[]))
    and run_id::varchar in (select unnest($run_ids::varchar[]))
order by run_id, case_id, question_id;
