"""Session keys of Leaderboard."""

from dashboard.runtime.session_state import ElementKey

COST_BENCHMARK = ElementKey("cost_on")
COST_CHART = ElementKey("cost-score")
FAMILY = ElementKey("series")
MEAN_BENCHMARKS = ElementKey("on")
MODEL_SIZE = ElementKey("model_size")
PERIOD = ElementKey("asked")
