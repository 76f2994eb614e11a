-- One row per photograph whose released side class in 2D differs from the one by the paper's rule.
select photograph_id as case_id, condition, side_class_2d as released, side_class_2d_paper as by_the_paper, side_class_3d
from photographs
where side_class_2d <> side_class_2d_paper
order by photograph_id;
