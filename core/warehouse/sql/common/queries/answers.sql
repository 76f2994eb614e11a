-- One row per answer that matches the filters, with everything that an analysis needs of it.
select *
from selected_answers($filters)
order by run_id, case_id, question_id;
