-- The formulas that SQL needs, each once. Python has the same ones for arrays in core/scoring/metrics.py and
-- core/scoring/answer_codes.py; tests/warehouse/test_formulas.py keeps both equal.

-- Whether an answer is right: a class, choice or name at score 1, a number from right_at on; null if it could not be read.
create macro is_right(score, question_kind, right_at) as score >= if(question_kind in ('class', 'choice', 'name'), 1, right_at);

-- Whether an answer is wrong, but right by the foil.
create macro is_right_by_foil_only(score, foil_score, question_kind, right_at) as
    not is_right(score, question_kind, right_at) and is_right(foil_score, question_kind, right_at);

-- Image-plane reliance of an answer.
create macro reliance_of(foil_score, score) as foil_score - score;

-- Skill of an answer: its score beyond the best constant answer.
create macro skill_of(score, blind_score) as score - blind_score;

-- The standard deviation of normally distributed errors around 0, from the median of their sizes: outliers do not
-- widen it. Source: P. J. Rousseeuw, C. Croux, "Alternatives to the Median Absolute Deviation" (1993), section 1.
create macro robust_deviation(error) as 1.4826 * median(abs(error));
