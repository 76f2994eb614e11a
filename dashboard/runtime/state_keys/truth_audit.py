"""Session keys of Truth audit."""

from dashboard.runtime.session_state import ElementKey, ElementKeyFamily, StateKey

BLAMED_SIDES_CHART = ElementKey("blamed-sides")
DIFFERENCES_CHART = ElementKey("largest-differences")
EVIDENCE = ElementKey("audit-evidence")
EVIDENCE_LINK = ElementKeyFamily("audit-{}-evidence")
RECTIFIED_VIEWS = ElementKey("rectified-views")
TILTS_CHART = ElementKey("tilts-chart")
TRIANGLE = StateKey("triangle", str)
VERDICT = StateKey("verdict", list)
