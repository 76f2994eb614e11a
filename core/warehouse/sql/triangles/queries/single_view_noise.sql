-- One row: the distance of a side by one photograph's homography from the tape, over triangles whose tape measurements pass
-- the audit.
with differences as (
    select
        photograph_id,
        unnest([ab_rect_cm - ab_cm, bc_rect_cm - bc_cm, ca_rect_cm - ca_cm]) as difference_cm
    from photographs
    join (select triangle_id from truth_audit where verdict = 'agrees') using (triangle_id)
)

select
    robust_deviation(difference_cm) as noise_cm,
    count(difference_cm) as n_sides,
    count(distinct photograph_id) filter (difference_cm is not null) as n_photographs
from differences;
