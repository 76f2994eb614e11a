-- One row per published accuracy, with the accuracies by the authors' extraction and by ours.
create view reproduction as
with scored as (
    select
        runs.model_id,
        runs.prompt_id,
        scored_answers.question_id,
        case_replies.said_score,
        if(scored_answers.status = 'ok', scored_answers.score, 0) as score
    from scored_answers
    join runs on runs.run_id = scored_answers.run_id
    join case_replies
        on case_replies.run_id = scored_answers.run_id and case_replies.case_id = scored_answers.case_id
    where runs.is_published and case_replies.said_score is not null
),

computed as (
    select
        model_id,
        prompt_id,
        question_id,
        100 * avg(said_score) as computed,
        100 * avg(score) as ours,
        count(*) as n
    from scored
    group by all
)

select
    published_figures.position,
    published_figures.origin,
    published_figures.figure_id,
    published_figures.row_key,
    published_figures.column_key,
    published_figures.unit,
    published_figures.value as published,
    computed.computed,
    computed.computed - published_figures.value as difference,
    computed.ours,
    coalesce(computed.n, 0) as n,
    coalesce(abs(computed.computed - published_figures.value) <= 1e-6, false) as is_reproduced,
    published_figures.decimals,
    published_figures.source
from published_figures
left join computed
    on computed.model_id = published_figures.row_key
    and computed.question_id = published_figures.column_key
    and ends_with(published_figures.figure_id, '_' || computed.prompt_id);
comment on view reproduction is 'One row per published accuracy, with the accuracy by the authors'' extraction and by ours beside it.';
comment on column reproduction.position is 'Order of publication.';
comment on column reproduction.origin is 'paper.';
comment on column reproduction.figure_id is 'Table that the number belongs to: split and prompt.';
comment on column reproduction.row_key is 'Model.';
comment on column reproduction.column_key is 'Task.';
comment on column reproduction.unit is 'percent.';
comment on column reproduction.published is 'The number as published.';
comment on column reproduction.computed is 'The same by the authors'' extraction from the replies here; null without these replies.';
comment on column reproduction.difference is 'computed - published.';
comment on column reproduction.ours is 'The same by the reading of Trilens; an unread reply counts as wrong.';
comment on column reproduction.n is 'Replies behind the computed number.';
comment on column reproduction.is_reproduced is 'Whether computed and published are the same, within 1e-6.';
comment on column reproduction.decimals is 'Decimals that were printed.';
comment on column reproduction.source is 'Publication and place in it.';
