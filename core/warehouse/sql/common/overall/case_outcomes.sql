-- One row per case and question with fixed answers: how many of the pooled runs of vision-language models are right, right
-- against the foil only, and wrong. If there is no such run, all runs count.
with judged as (
    select
        case_id::varchar as case_id,
        question_id::varchar as question_id,
        is_right(score, question_kind, 1) as is_right,
        coalesce(is_right(foil_score, question_kind, 1), false) as is_right_by_foil
    from scored_answers
    where score is not null
        and question_kind in ('class', 'choice', 'name')
        and (
            (is_pooled and model_kind = 'vlm')
            or not exists (from scored_answers where is_pooled and model_kind = 'vlm')
        )
)

select
    case_id,
    question_id,
    count_if(is_right) as n_right,
    count_if(is_right_by_foil and not is_right) as n_foil,
    count_if(not is_right_by_foil and not is_right) as n_wrong
from judged
group by all
order by all;
