-- One row per question that some case asks: a case of its own as an example, with an image if there is one. Questions
-- about the same cases get different ones, evenly over the cases' order.
with asked_questions as (
    select question_id, title, position, row_number() over (order by position) - 1 as place, count(*) over () as n_questions
    from questions
    semi join asked using (question_id)
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
            partition by asked.question_id order by case_images.image_key is null, cases.position
        ) - 1 as number,
        count(case_images.image_key) over (partition by asked.question_id) as n_with_image
    from asked
    join cases using (case_id)
    left join case_images on case_images.case_id = cases.case_id and case_images.position = 1
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
where ranked.number = asked_questions.place * greatest(ranked.n_with_image, 1) // asked_questions.n_questions
order by asked_questions.position;
