-- The formulas that SQL needs, each once. Python has the same ones for arrays in core/scoring/metrics.py and
-- core/scoring/coding.py; tests/warehouse/test_formulas.py holds both equal.

-- Whether an answer is right: a class at kappa 1, a number from right_at on; null where it could not be read.
create macro is_right(kappa, question_kind, right_at) as kappa >= if(question_kind = 'class', 1, right_at);

-- Image-plane reliance of an answer.
create macro reliance_of(kappa_2d, kappa_3d) as kappa_2d - kappa_3d;

-- Skill of an answer: what it scores beyond the blind constant.
create macro skill_of(kappa, blind_kappa) as kappa - blind_kappa;

-- The standard deviation of normally distributed errors around 0, from the median of their sizes: outliers do not
-- widen it. Source: P. J. Rousseeuw, C. Croux, "Alternatives to the Median Absolute Deviation" (1993), section 1.
create macro robust_deviation(error) as 1.4826 * median(abs(error));
