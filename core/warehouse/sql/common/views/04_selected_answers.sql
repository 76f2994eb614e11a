-- The filters of every page, in one place: a struct with a list of values for each of model, question, runs, prompts and
-- image_views, under factors a list of factors with their selected levels, and under case_ids the ids of selected cases. A
-- null list does not filter.
-- If with_references is set, every run counts. Otherwise selected runs count, also if they are selected by their prompt or
-- image view; without selected runs each selected model counts by its representative run; without selected models only
-- pooled runs count.

-- Whether a value is among the selected ones. A missing value matches only if nothing is selected.
create macro is_chosen(chosen, value) as chosen is null or coalesce(list_contains(chosen, value), false);

-- Whether runs are selected, by their ids, prompts or image views.
create macro has_chosen_runs(filters) as
    filters['runs'] is not null or filters['prompts'] is not null or filters['image_views'] is not null;

-- The cases that have one of the selected levels of every selected factor, and are among the selected cases.
create macro selected_cases(filters) as table
with wanted as (
    select unnest(filters['factors']::struct(factor varchar, levels varchar[])[], recursive := true)
)

select cases.*
from cases
where not exists (
    from wanted
    where not exists (
        from case_factors
        where case_factors.case_id = cases.case_id
            and case_factors.factor = wanted.factor
            and list_contains(wanted.levels, case_factors.level)
    )
)
    and (
        filters['case_ids'] is null
        or cases.case_id in (select unnest(filters['case_ids']::varchar[]))
    );

create macro selected_answers(filters) as table
select scored_answers.*
from scored_answers
semi join selected_cases(filters) using (case_id)
where is_chosen(filters['model'], model_id)
    and is_chosen(filters['runs'], run_id)
    and is_chosen(filters['prompts'], prompt_id)
    and is_chosen(filters['image_views'], image_view)
    and (
        filters['with_references']
        or has_chosen_runs(filters)
        or (is_representative and filters['model'] is not null)
        or is_pooled
    )
    and is_chosen(filters['question'], question_id);
