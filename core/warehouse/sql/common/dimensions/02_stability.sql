-- How often a model's answers to a case change between plain repeats, as levels of a factor. Only models that were asked
-- several times in the same way have a say; each of their designs and questions counts once.
create macro stability_band(share_changing) as
    case when share_changing >= 0.5 then 'unstable' when share_changing > 0 then 'mixed' when share_changing = 0 then 'stable' end;

-- What two answers are compared by: a number by whether it is right, every other answer by its code.
create macro content_of(kind, code, score) as
    if(kind in ('ratio', 'angle') or kind like 'number:%', is_right(score, kind, 0.9)::double, code);

insert into case_factors
with repeats as (
    select
        run_no,
        min(run_no) over alike as design_no,
        count(*) over alike as n_runs
    from star.run_designs
    window alike as (partition by model_id, prompt_id, image_view, request_design, option_order)
),

judged as (
    select
        asked.case_id,
        answers.asked_no,
        repeats.design_no,
        count(distinct content_of(questions.kind, answers.code, answers.score)) > 1 as changes
    from star.answers
    join repeats using (run_no)
    join asked using (asked_no)
    join questions using (question_id)
    where repeats.n_runs > 1 and answers.score is not null
    group by all
    having count(*) > 1
)

select case_id, 'pass_stability', stability_band(avg(changes::integer))
from judged
group by case_id;

-- Without repeats no case has a level, and pages do not offer the factor.
delete from factors
where factor = 'pass_stability' and not exists (from case_factors where case_factors.factor = 'pass_stability');
