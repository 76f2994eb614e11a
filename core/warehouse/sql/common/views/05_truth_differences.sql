-- One row per truth whose released value differs from the one computed here from measurements or parameters.
create view truth_differences as
select
    case_id,
    frame,
    question_id,
    coalesce(value_class, printf('%.4f', value_number)) as released,
    coalesce(recomputed_class, printf('%.4f', recomputed_number)) as recomputed,
    abs(value_number - recomputed_number) as difference
from case_truths
where (recomputed_class is not null or recomputed_number is not null)
    and (
        value_class is distinct from recomputed_class
        or abs(value_number - recomputed_number) > 0.5e-4 + 1e-9
    );
comment on view truth_differences is 'One row per truth whose released value (four decimals) is not the one computed here from measurements or parameters.';
comment on column truth_differences.case_id is 'Case.';
comment on column truth_differences.frame is 'Frame.';
comment on column truth_differences.question_id is 'Question.';
comment on column truth_differences.released is 'Value in the release.';
comment on column truth_differences.recomputed is 'Value from measurements or parameters, by the rules of the paper.';
comment on column truth_differences.difference is 'Absolute difference of numbers; null for classes.';
