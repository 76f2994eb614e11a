-- One row per run whose answers are not one for each question that the cases of its replies ask. Millions of answers are
-- compared by their number and by the sum of their checksums, which distinguishes a duplicate from a missing one.
with expected as (
    select made.run_no, count(*) as n, sum(hash(asked.asked_no)) as checksum
    from star.replies_made as made
    join cases on cases.position = made.case_no
    join asked using (case_id)
    group by made.run_no
),

found as (
    select run_no, count(*) as n, sum(hash(asked_no)) as checksum
    from star.answers_made
    group by run_no
)

select run_id, coalesce(expected.n, 0) as n_expected, coalesce(found.n, 0) as n_found
from expected
full join found using (run_no)
left join runs using (run_no)
where (expected.n, expected.checksum) is distinct from (found.n, found.checksum);
