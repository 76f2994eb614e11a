"""Session keys of Tilt."""

from dashboard.runtime.session_state import ElementKey, ElementKeyFamily

EFFECT_CHART = ElementKey("tilt-effect")
FINDING_CASES = ElementKey("tilt-cases")
LINES = ElementKey("lines")
MORE_PANELS = ElementKey("more_panels")
PANEL_CHART = ElementKeyFamily("kappa-by-tilt-{}")
TILT_CHART = ElementKey("tilt-lines")
