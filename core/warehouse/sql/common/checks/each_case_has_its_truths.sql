-- One row per case and question that it asks without a truth; or without a foil if other cases with this question have one,
-- except for choices, for which some images suggest no option; and one row per case that asks nothing.
with asked_with_foil as (
    select distinct case_truths.question_id
    from case_truths
    join frames using (frame)
    where frames.role = 'foil'
)

select asked.case_id, asked.question_id, frames.frame
from asked
cross join frames
join questions using (question_id)
left join case_truths
    on case_truths.case_id = asked.case_id
    and case_truths.question_id = asked.question_id
    and case_truths.frame = frames.frame
where case_truths.code is null
    and (
        frames.role = 'truth'
        or (
            frames.role = 'foil'
            and questions.kind <> 'choice'
            and asked.question_id in (select question_id from asked_with_foil)
        )
    )
union all
select case_id, null, null
from cases
where case_id not in (select case_id from asked);
