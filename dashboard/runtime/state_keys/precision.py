"""Session keys of Precision."""

from dashboard.runtime.session_state import ElementKey, ElementKeyFamily

SCORE_BY_FACTOR_CHART = ElementKeyFamily("score-along-{}")
SCORE_BY_MARGIN_CHART = ElementKeyFamily("score-by-margin-{}")
THRESHOLD_CHART = ElementKeyFamily("thresholds-{}")
THRESHOLD_CURVES_CHART = ElementKeyFamily("threshold-curves-{}")
VERDICTS = ElementKey("precision-verdicts")
