"""Session keys of Robustness."""

from dashboard.runtime.session_state import ElementKey, ElementKeyFamily, StateKey

CHANGED_VIEW = ElementKey("changed_view")
CLAIM = ElementKeyFamily("robustness-claim-{}")
CONTRADICTION = StateKey("contradiction", str)
CONTRADICTIONS_CHART = ElementKey("contradictions-chart")
CONTRADICTION_MODEL = StateKey("of_model", str)
MEASURE_QUESTION = ElementKey("measure_of")
MEASURES_BY_QUESTION_CHART = ElementKey("robustness-by-question")
MEASURES_CHART = ElementKeyFamily("measures-{}")
REPEATS_CHART = ElementKey("repeats-chart")
SETS_QUESTION = ElementKey("sets_of")
VIEW_CHANGES_CHART = ElementKey("view-changes")
WORST_SET_GALLERY = ElementKeyFamily("worst-{}")
WORST_SETS = ElementKey("worst-sets")
"""Container that conclusions link to."""

WORST_SETS_QUESTION = StateKey("worst_question", str)
WORST_SETS_RUN = StateKey("worst_of", str)
