-- One row per run, score and subset of cases: its lift over all questions.
select * exclude (question_id)
from lifts
where question_id = 'all'
order by list_position(['truth', 'foil', 'reliance'], against), subset, run_id;
