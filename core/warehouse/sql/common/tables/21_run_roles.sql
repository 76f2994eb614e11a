-- One row per run: whether it represents its model, and whether pooled figures include it. Only this file decides this. It
-- is among the base tables because the diagnosis reads it too.

-- Minimum share of the benchmark's cases with a readable answer for a run to count beside others.
create macro min_coverage() as 0.9;

create view run_roles as
with described as (
    select
        runs.run_id,
        runs.model_id,
        models.kind,
        runs.is_published,
        runs.is_live,
        runs.n_readable,
        runs.n_covered / (select count(*) from cases) as coverage,
        -- The benchmark's own prompt has the benchmark's id.
        runs.prompt_id = benchmarks.benchmark_id as has_own_prompt,
        has_own_prompt or not benchmarks.prescribes_prompt as has_usual_prompt,
        runs.is_published
        or (
            not runs.is_live
            and runs.image_view = 'original'
            and has_usual_prompt
        ) as is_as_published
    from runs
    join models using (model_id)
    cross join benchmarks
),

ranked as (
    select
        *,
        row_number() over (
            partition by model_id
            order by
                is_published desc,
                is_as_published and coverage >= min_coverage() desc,
                is_live,
                is_as_published desc,
                has_own_prompt desc,
                n_readable desc,
                run_id
        ) = 1 as is_representative
    from described
),

judged as (
    select
        *,
        is_representative and is_as_published and kind = 'vlm' and coverage >= min_coverage() as is_pooled_model
    from ranked
)

select
    run_id,
    model_id,
    coverage,
    has_usual_prompt,
    is_as_published,
    is_representative,
    is_pooled_model
    or (
        kind = 'reference' and is_representative and is_as_published
        and not exists (select 1 from judged where is_pooled_model)
    ) as is_pooled
from judged;
comment on view run_roles is 'One row per run: whether it stands for its model, and whether pooled figures take it.';
comment on column run_roles.run_id is 'Run.';
comment on column run_roles.model_id is 'Its model.';
comment on column run_roles.coverage is 'Share of the benchmark''s cases of which it has a readable answer.';
comment on column run_roles.has_usual_prompt is 'Whether it has the benchmark''s own prompt, or any where the benchmark prescribes none.';
comment on column run_roles.is_as_published is 'Whether it is published or asked as the benchmark asks: with its usual prompt, with the original image view, and not by live questions.';
comment on column run_roles.is_representative is 'Whether it stands for its model where models are side by side: one run per model, the published one, or else the fullest that is asked as the benchmark asks, its own prompt first, or else the fullest, live questions last.';
comment on column run_roles.is_pooled is 'Whether means over several models include it: of each vision-language model the run that stands for it, if it is published or asked as the benchmark asks, and has a coverage of at least 0.9. If there is no such run, the reference models'' runs.';
