-- One row per question whose cases have a margin, in the order of questions.
select margins.*
from margins
join questions using (question_id)
order by questions.position;
