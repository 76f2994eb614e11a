-- One row per run whose answers are not one for each question that the cases of its replies ask. Millions of answers are
-- compared by their number and by the sum of their checksums, which distinguishes a duplicate from a missing one.
with expected as (
    select replies.run_no, count(*) as n, sum(hash(asked.asked_no)) as checksum
    from star.replies
    join cases on cases.position = replies.case_no
    join asked using (case_id)
    group by replies.run_no
),

found as (
    select run_no, count(*) as n, sum(hash(asked_no)) as checksum
    from star.answers
    group by run_no
)

select run_id, coalesce(expected.n, 0) as n_expected, coalesce(found.n, 0) as n_found
from expected
full join found using (run_no)
left join runs using (run_no)
where (expected.n, expected.checksum) is distinct from (found.n, found.checksum);
