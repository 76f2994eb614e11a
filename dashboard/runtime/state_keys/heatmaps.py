"""Session keys of Heatmaps."""

from dashboard.runtime.session_state import ElementKey, StateKey

ALL_CASES_OF_CELL = ElementKey("all-of-cell")
ANSWER = ElementKey("heatmap-answer")
CASES_OF_CELL = ElementKey("cell-cases")
CELL_IS_CLICKED = StateKey("clicked-cell", bool)
"""Whether a click has opened the cell, for one run of the script."""

CELL_KEYBOARD = ElementKey("cell-keys")
CLOSE_CELL = ElementKey("close-cell")
CODE_CELLS = ElementKey("code-cells")
HEATMAP = ElementKey("heatmap-chart")
IS_SORTED = ElementKey("sorts")
MEASURE = ElementKey("measure")
MIN_GROUPS = ElementKey("fewest")
PANELS = StateKey("panels", str)
REVEAL_CELL = ElementKey("reveal-cell")
ROWS = StateKey("rows", str)
