-- One row per case with a selected question that one model gets right and another wrong, each by its representative run. An
-- empty list of questions is none, null is all.
with judged as (
    select case_id, question_id, model_id, is_right(score, question_kind, $right_at) as is_right
    from scored_answers
    where is_representative
        and list_contains([$right_model, $wrong_model], model_id)
        and is_chosen($question_ids::varchar[], question_id)
)

select distinct one.case_id::varchar as case_id
from judged as one
join judged as other using (case_id, question_id)
where one.model_id = $right_model and one.is_right and other.model_id = $wrong_model and not other.is_right
order by case_id;
