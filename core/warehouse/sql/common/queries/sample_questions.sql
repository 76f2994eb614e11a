-- One row per question that some case asks: a case of its own as an example, with an image if there is one. Questions
-- about the same cases get different ones, evenly over the cases' order. Of cases with one question, those whose truths
-- differ between frames come first, since they show what the frames are.
with asked_questions as (
    select question_id, title, position, row_number() over (order by position) - 1 as place, count(*) over () as n_questions
    from questions
    semi join asked using (question_id)
),
differing as (
    select case_id
    from case_truths
    group by case_id
    having count(distinct question_id) = 1 and count(distinct code) > 1
),
ranked as (
    select
        asked.question_id,
        asked.case_id,
        cases.text,
        case_images.image_key,
        case_images.width_px,
        case_images.height_px,
        row_number() over (
            partition by asked.question_id
            order by case_images.image_key is null, differing.case_id is null, cases.position
        ) - 1 as number,
        coalesce(
            nullif(
                count(case_images.image_key) filter (differing.case_id is not null)
                    over (partition by asked.question_id), 0
            ),
            count(case_images.image_key) over (partition by asked.question_id)
        ) as n_preferred
    from asked
    join cases using (case_id)
    left join case_images on case_images.case_id = cases.case_id and case_images.position = 1
    left join differing on differing.case_id = asked.case_id
)
select
    ranked.question_id,
    asked_questions.title,
    ranked.case_id,
    ranked.text,
    ranked.image_key,
    ranked.width_px,
    ranked.height_px
from ranked
join asked_questions using (question_id)
where ranked.number = asked_questions.place * greatest(ranked.n_preferred, 1) // asked_questions.n_questions
order by asked_questions.position;
