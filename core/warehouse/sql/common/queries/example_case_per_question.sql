-- One row per question that some case asks: its first case with an image, else its first case, and the number of cases.
select
    questions.question_id,
    questions.title,
    count(*) as cases,
    arg_min(cases.case_id, (image_key is null, cases.position)) as case_id,
    arg_min(cases.text, (image_key is null, cases.position)) as text,
    arg_min(image_key, (image_key is null, cases.position)) as image_key,
    arg_min(width_px, (image_key is null, cases.position)) as width_px,
    arg_min(height_px, (image_key is null, cases.position)) as height_px
from asked
join questions using (question_id)
join cases using (case_id)
left join case_images on case_images.case_id = cases.case_id and case_images.position = 1
group by questions.question_id, questions.title, questions.position
order by questions.position;
