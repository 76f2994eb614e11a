-- One row per photograph that lacks the truth of a question in 3D or 2D.
select photographs.photograph_id, count(truths.question_id) as truths
from photographs
left join truths on truths.photograph_id = photographs.photograph_id and truths.frame in ('3d', '2d')
group by photographs.photograph_id
having count(truths.question_id) <> 2 * (select count(*) from questions);
