-- One row per model and question, or mean of the questions, computed here from the released runs.
create view computed_figures as
with by_question as (
    select model_id, question_id, 100 * avg(score) as value, count(score) as n
    from scored_answers
    where is_published
    group by all
)

select 'accuracy_by_model' as figure_id, model_id as row_key, question_id as column_key, value, n
from by_question
union all
select 'accuracy_by_model', model_id, 'average', avg(value), sum(n)::bigint
from by_question
group by all;
comment on view computed_figures is 'One row per model and question, or mean of the questions, computed here from the released runs.';
comment on column computed_figures.figure_id is 'Table of the paper, as in published_figures.';
comment on column computed_figures.row_key is 'Model.';
comment on column computed_figures.column_key is 'Question, or average: the mean of the questions, each counting alike.';
comment on column computed_figures.value is 'Share of the readable answers that are right, in percent.';
comment on column computed_figures.n is 'Answers behind it.';
