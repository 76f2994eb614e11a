"""Session keys of Items."""

from dashboard.runtime.session_state import ElementKey

ITEM_CHART = ElementKey("items-chart")
ITEM_FLAG = ElementKey("item_flag")
RANK_ERROR = ElementKey("rank_error")
