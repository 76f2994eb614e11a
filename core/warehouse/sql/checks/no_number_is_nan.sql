-- One row per number that is not finite: missing is null, never NaN.
select 'photographs' as in_table, photograph_id as key
from photographs
where not isfinite(ax_px + ay_px + bx_px + by_px + cx_px + cy_px + ab_cm + bc_cm + ca_cm)
    or not isfinite(border_residual_px)
    or not isfinite(border_support)
    or not isfinite(tilt_deg)
    or not isfinite(roll_deg)
    or not isfinite(distance_cm)
    or not isfinite(tilt_imu_deg)
    or not isfinite(a_found_x_px + a_found_y_px + b_found_x_px + b_found_y_px + c_found_x_px + c_found_y_px)
    or not isfinite(ab_rect_cm + bc_rect_cm + ca_rect_cm)
    or not isfinite(list_sum(border_px::double[]))
union all
select 'truths', photograph_id || ' ' || frame || ' ' || question_id
from truths
where not isfinite(value_number) or not isfinite(recomputed_number)
union all
select 'answers', run_id || ' ' || photograph_id || ' ' || question_id
from answers
where not isfinite(value_number) or not isfinite(kappa_3d) or not isfinite(kappa_2d) or not isfinite(kappa_audited)
union all
select 'truth_audit', triangle_id
from truth_audit
where not isfinite(ab_cm + bc_cm + ca_cm)
    or not isfinite(ab_audited_cm + bc_audited_cm + ca_audited_cm)
    or not isfinite(ab_residual_cm + bc_residual_cm + ca_residual_cm)
    or not isfinite(ab_spread_cm + bc_spread_cm + ca_spread_cm)
    or not isfinite(noise_cm)
    or not isfinite(limit_cm)
    or not isfinite(size_sigmas)
union all
select 'photograph_difficulties', photograph_id
from photograph_difficulties
where not isfinite(share_right) or not isfinite(disagreement)
union all
select 'diagnosed_answers', run_id || ' ' || photograph_id || ' ' || question_id
from diagnosed_answers
where not isfinite(value)
    or not isfinite(truth_3d)
    or not isfinite(truth_2d)
    or not isfinite(blind_kappa_3d)
    or not isfinite(blind_kappa_2d)
union all
select 'lifts', run_id || ' ' || question_id || ' ' || score
from lifts
where not isfinite(mean)
    or not isfinite(chance)
    or not isfinite(lift)
    or not isfinite(standard_error)
    or not isfinite(low)
    or not isfinite(high)
    or not isfinite(p_value);
