-- One row per readable answer and frame that it is scored against.
create view scores as
with by_role as (
    select run_no, asked_no, 'truth' as role, score
    from star.answers
    union all
    select run_no, asked_no, 'foil', foil_score
    from star.answers
    union all
    select run_no, asked_no, 'corrected', corrected_score
    from star.answers
)

select runs.run_id, asked.case_id, asked.question_id, frames.frame, by_role.score
from by_role
join runs using (run_no)
join asked using (asked_no)
join frames using (role)
where by_role.score is not null;
comment on view scores is 'One row per readable answer and frame that it is scored against.';
comment on column scores.run_id is 'Run.';
comment on column scores.case_id is 'Case.';
comment on column scores.question_id is 'Question.';
comment on column scores.frame is 'Frame of the truth.';
comment on column scores.score is 'Score in [0, 1], 1 - error.';
