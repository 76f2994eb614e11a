-- One row per published figure, computed here from the published runs and from the photographs.
create view computed_figures as
with published as (
    select * from scored_answers where is_published
),

by_model as (
    select model_id, '3d' as column_key, 100 * avg(score) as value, count(score) as n
    from published
    group by all
    union all
    select model_id, '2d', 100 * avg(foil_score), count(foil_score)
    from published
    group by all
),

by_true_class as (
    select model_id, 'Q1 ' || side_3d as column_key, 100 * avg(score) as value, count(score) as n
    from published
    where question_id = 'Q1'
    group by all
    union all
    select model_id, 'Q2 ' || angle_3d, 100 * avg(score), count(score)
    from published
    where question_id = 'Q2'
    group by all
),

class_changes as (
    select 'side' as row_key, side_class_3d as class_3d, side_class_3d <> side_class_2d as is_changed
    from photographs
    union all
    select 'angle', angle_class_3d, angle_class_3d <> angle_class_2d
    from photographs
)

select 'kappa_by_model' as figure_id, model_id as row_key, column_key, value, n
from by_model
union all
select 'kappa_by_model', 'AVERAGE', column_key, avg(value), sum(n)::bigint
from by_model
group by all
union all
select 'kappa_by_true_class', model_id, column_key, value, n
from by_true_class
union all
select 'kappa_by_true_class', 'AVERAGE', column_key, avg(value), sum(n)::bigint
from by_true_class
group by all
union all
select 'kappa_by_condition', question_id, condition, 100 * avg(score), count(score)
from published
group by all
union all
select 'kappa_by_question', question_id, 'all', 100 * avg(score), count(score)
from published
group by all
union all
select 'kappa_by_pose', 'all', pose, 100 * avg(score), count(score)
from published
group by all
union all
select
    'kappa_by_object',
    'all',
    if(object = 'none', 'without', 'with'),
    100 * avg(score),
    count(score)
from published
group by all
union all
select 'side_mismatch', side_class_2d, side_class_3d, count(*), count(*)
from photographs
group by all
union all
select 'angle_mismatch', angle_class_2d, angle_class_3d, count(*), count(*)
from photographs
group by all
union all
select 'class_change', row_key, class_3d, 100 * avg(is_changed::int), count(*)
from class_changes
group by all
union all
select 'class_change', row_key, 'all', 100 * avg(is_changed::int), count(*)
from class_changes
group by all;
comment on view computed_figures is 'One row per published figure, computed here from the published runs and from the photographs.';
comment on column computed_figures.figure_id is 'Table that the number belongs to.';
comment on column computed_figures.row_key is 'Its row.';
comment on column computed_figures.column_key is 'Its column.';
comment on column computed_figures.value is 'The number, in percent, or photographs for the mismatch tables.';
comment on column computed_figures.n is 'Answers (or photographs) that it is a mean (or count) of; unreadable answers are left out.';
