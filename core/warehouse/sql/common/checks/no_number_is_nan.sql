-- One row per number that is not finite: missing is null, never NaN.
select 'case_truths' as in_table, case_id || ' ' || frame || ' ' || question_id as key
from case_truths
where not isfinite(value_number) or not isfinite(recomputed_number) or not isfinite(code)
union all
select 'case_measures', case_id || ' ' || measure
from case_measures
where not isfinite(value)
union all
select 'answers', run_no || ' ' || asked_no
from star.answers
where not isfinite(value_number)
    or not isfinite(code)
    or not isfinite(score)
    or not isfinite(foil_score)
    or not isfinite(corrected_score)
union all
select 'case_difficulties', case_id
from case_difficulties
where not isfinite(share_right) or not isfinite(disagreement)
union all
select 'blind_scores', case_id || ' ' || question_id || ' ' || frame
from blind_scores
where not isfinite(score)
union all
select 'lifts', run_id || ' ' || question_id || ' ' || against || ' ' || subset
from lifts
where not isfinite(mean)
    or not isfinite(chance)
    or not isfinite(lift)
    or not isfinite(standard_error)
    or not isfinite(low)
    or not isfinite(high)
    or not isfinite(p_value)
union all
select 'run_estimates', run_id || ' ' || measure || ' ' || slice
from run_estimates
where not isfinite(value)
    or not isfinite(standard_error)
    or not isfinite(low)
    or not isfinite(high)
    or not isfinite(p_value)
union all
select 'aggregate_means', run_id || ' ' || aggregate_id
from aggregate_means
where not isfinite(value)
    or not isfinite(standard_error)
    or not isfinite(low)
    or not isfinite(high)
    or not isfinite(p_value)
    or not isfinite(least)
    or not isfinite(most);
