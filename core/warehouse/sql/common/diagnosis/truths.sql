-- One row per case and question that it asks: the codes of its truth and of its foil, null where there is none.
select
    asked.case_id,
    cases.group_id,
    cases.slot,
    asked.question_id,
    questions.kind as question_kind,
    len(asked.options) as n_options,
    any_value(code) filter (role = 'truth') as truth,
    any_value(code) filter (role = 'foil') as foil
from asked
join cases using (case_id)
join questions using (question_id)
join case_truths using (case_id, question_id)
join frames using (frame)
group by all
order by asked.case_id, asked.question_id;
