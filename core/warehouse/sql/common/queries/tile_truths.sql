-- One row per given case that is asked exactly one of the selected questions: the right answer, and that of the foil.
with single as (
    select case_id, any_value(question_id) as question_id, any_value(options) as options
    from asked
    where list_contains($case_ids::varchar[], case_id) and is_chosen($question_ids::varchar[], question_id)
    group by case_id
    having count(*) = 1
)

select
    single.case_id,
    single.question_id,
    any_value(single.options) as options,
    any_value(value_number) filter (role = 'truth') as true_number,
    any_value(value_class) filter (role = 'truth') as true_class,
    any_value(value_number) filter (role = 'foil') as foil_number,
    any_value(value_class) filter (role = 'foil') as foil_class
from single
join case_truths using (case_id, question_id)
join frames using (frame)
group by single.case_id, single.question_id
order by single.case_id;
