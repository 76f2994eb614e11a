-- One row per answer, with what a diagnosis needs of its model and its photograph. It reads base tables only: the rest is
-- derived from what the diagnosis finds.
select
    answers.run_id,
    answers.model_id,
    models.kind as model_kind,
    run_roles.is_pooled,
    answers.question_id,
    answers.photograph_id,
    photographs.triangle_id,
    photographs.condition,
    photographs.pose,
    photographs.has_object,
    photographs.class_change,
    answers.status,
    answers.value_number,
    answers.value_class,
    answers.stated,
    answers.kappa_3d,
    answers.kappa_2d
from answers
join models using (model_id)
join run_roles using (run_id)
join photographs using (photograph_id)
order by answers.run_id, answers.photograph_id, answers.question_id;
