-- One row per option that says something else of a mirrored picture than of the picture itself.
select case_id, question_id, unnest(options) as said, unnest(meanings) as meaning
from asked
where meanings is not null
order by case_id, question_id, said;
