-- One row per open question that a case asks: what the reader of its answer needs to know, as JSON.
select question_id, form
from asked
where case_id = $case_id and form is not null
order by question_id;
