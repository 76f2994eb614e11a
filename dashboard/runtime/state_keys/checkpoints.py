"""Session keys of Checkpoints."""

from dashboard.runtime.session_state import ElementKey

CASES_OF_STEP = ElementKey("checkpoint-cases")
COURSE_CHART = ElementKey("checkpoint-course")
LARGEST_DROP = ElementKey("checkpoint_drop")
SERIES = ElementKey("checkpoint_series")
STEP = ElementKey("checkpoint_step")
