-- One row per run, and per case and question, that does not occur exactly once in what answers are grouped by.
select run_no, null as asked_no
from star.answering_runs
group by run_no
having count(*) > 1
union all
select null, asked_no
from star.asked_cases
group by asked_no
having count(*) > 1
union all
select distinct run_no, null
from star.answers
anti join star.answering_runs using (run_no)
union all
select distinct null, asked_no
from star.answers
anti join star.asked_cases using (asked_no);
