"""Session keys of Overview."""

from dashboard.runtime.session_state import ElementKey, ElementKeyFamily, StateKey

ANOTHER_EXAMPLE = ElementKey("another-task")
CHART = ElementKey("chart")
EXAMPLE_NUMBER = StateKey("task-place", int)
"""Number of cases that were skipped."""

FINDING_CASES = ElementKey("first-finding-cases")
HEADLINE_CASES = ElementKeyFamily("headline-{}-cases")
HEADLINE_GALLERY = ElementKeyFamily("headline-{}")
MODELS = ElementKey("models")
RANKING = ElementKey("score-ranking")
RANKING_CHART = ElementKey("ranking-chart")
READ_ON = ElementKey("read_on")
EXAMPLE_PICTURE = ElementKey("task-picture")
EXAMPLE_FURTHER_PICTURE = ElementKeyFamily("task-picture-{}")
SAMPLE_PICTURE = ElementKeyFamily("sample-{}")
