-- One row per truth whose released value is not the one computed here from the measurements.
create view truth_differences as
select
    photograph_id,
    frame,
    question_id,
    coalesce(value_class, printf('%.4f', value_number)) as released,
    coalesce(recomputed_class, printf('%.4f', recomputed_number)) as recomputed,
    abs(value_number - recomputed_number) as difference
from truths
where frame in ('3d', '2d')
    and (
        value_class is distinct from recomputed_class
        or abs(value_number - recomputed_number) > 0.5e-4 + 1e-9
    );
comment on view truth_differences is 'One row per truth whose released value (four decimals) is not the one computed here from the measurements.';
comment on column truth_differences.photograph_id is 'Photograph.';
comment on column truth_differences.frame is '3d or 2d.';
comment on column truth_differences.question_id is 'Question.';
comment on column truth_differences.released is 'Value in the release.';
comment on column truth_differences.recomputed is 'Value from the measurements, by the rules of the paper.';
comment on column truth_differences.difference is 'Absolute difference of numbers; null for classes.';
