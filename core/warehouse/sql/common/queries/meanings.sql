-- One row per option whose meaning for a mirrored image differs from that for the image itself.
select case_id, question_id, unnest(options) as said, unnest(meanings) as meaning
from asked
where meanings is not null
order by case_id, question_id, said;
