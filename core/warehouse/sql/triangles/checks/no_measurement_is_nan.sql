-- One row per measurement that is not finite: missing is null, never NaN.
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
select 'truth_audit', triangle_id
from truth_audit
where not isfinite(ab_cm + bc_cm + ca_cm)
    or not isfinite(ab_audited_cm + bc_audited_cm + ca_audited_cm)
    or not isfinite(ab_residual_cm + bc_residual_cm + ca_residual_cm)
    or not isfinite(ab_spread_cm + bc_spread_cm + ca_spread_cm)
    or not isfinite(noise_cm)
    or not isfinite(limit_cm)
    or not isfinite(size_sigmas);
