-- One row per case and question that it asks without a truth, or without a foil where the benchmark has one; and per case
-- that asks nothing.
select asked.case_id, asked.question_id, frames.frame
from asked
cross join frames
left join case_truths
    on case_truths.case_id = asked.case_id
    and case_truths.question_id = asked.question_id
    and case_truths.frame = frames.frame
where frames.role in ('truth', 'foil') and case_truths.code is null
union all
select case_id, null, null
from cases
where case_id not in (select case_id from asked);
