-- One row per answer whose reading or scoring by the release differs from the one here.
create view release_differences as
select
    answers.model_id,
    answers.photograph_id,
    answers.question_id,
    coalesce(released_scores.value_class, printf('%.4f', released_scores.value_number)) as released_value,
    coalesce(answers.value_class, printf('%.4f', answers.value_number), answers.status) as value_here,
    greatest(
        abs(answers.kappa_3d - released_scores.score), abs(answers.kappa_2d - released_scores.foil_score)
    ) as kappa_difference
from released_scores
join runs on runs.model_id = released_scores.model_id and runs.is_published
join answers
    on answers.run_id = runs.run_id
    and answers.photograph_id = released_scores.case_id
    and answers.question_id = released_scores.question_id
where (
    (released_scores.value_class is not null or released_scores.value_number is not null)
    and (
        answers.value_class is distinct from released_scores.value_class
        or answers.value_number is distinct from released_scores.value_number
    )
)
or (released_scores.score is not null and coalesce(abs(answers.kappa_3d - released_scores.score), 1) > 1e-9)
or (released_scores.foil_score is not null and coalesce(abs(answers.kappa_2d - released_scores.foil_score), 1) > 1e-9);
comment on view release_differences is 'One row per answer that the release itself reads or scores differently.';
comment on column release_differences.model_id is 'Model.';
comment on column release_differences.photograph_id is 'Photograph.';
comment on column release_differences.question_id is 'Question.';
comment on column release_differences.released_value is 'Value in the parsed table of the release.';
comment on column release_differences.value_here is 'Value read here from the raw reply, or the status where there is none.';
comment on column release_differences.kappa_difference is 'Largest absolute difference of the two accuracies.';
