"""Session keys of Paper."""

from dashboard.runtime.session_state import ElementKey, StateKey

AGGREGATE = StateKey("aggregate", str)
BY_SIZE_CHART = ElementKey("printed-by-size")
COLUMN = StateKey("paper_column", str)
CONDITIONS_CHART = ElementKey("printed-conditions")
LOCAL_BY_SIZE_CHART = ElementKey("own-by-size")
LOCAL_MEANS_CHART = ElementKey("own-means")
ORIGIN = ElementKey("reproduction_origin")
PART = ElementKey("paper_part")
TABLE = StateKey("paper_table", str)
TABLE_CHART = ElementKey("printed-chart")
VIEW = ElementKey("reproduction_view")
