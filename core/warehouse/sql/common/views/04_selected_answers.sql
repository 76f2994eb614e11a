-- The filters of every page, in one place: a struct with a list of values for each of model, question, runs, prompts and
-- image_views, and under factors a list of factors with their chosen levels. A null list does not filter.
-- Where with_references asks for them, every run counts. Elsewhere chosen runs do, also where they are chosen by their prompt
-- or image view; without chosen runs each chosen model counts by the run that stands for it; without chosen models only
-- pooled runs do.

-- Whether a value is among the chosen ones. A missing value fits only where nothing is chosen.
create macro is_chosen(chosen, value) as chosen is null or coalesce(list_contains(chosen, value), false);

-- Whether runs are chosen, by their ids, prompts or image views.
create macro has_chosen_runs(filters) as
    filters['runs'] is not null or filters['prompts'] is not null or filters['image_views'] is not null;

-- The cases that have one of the chosen levels of every factor that is chosen.
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
