"""The sums over sets of cases that Robustness and Leaderboard share."""

from core.analyses import circular_eval, flip_eval, robustness
from core.warehouse import aggregation_presets
from core.warehouse.aggregation import Aggregation


def build_set_aggregation(right_at: float) -> Aggregation:
    """Build the aggregation of sets that all measures of whole sets use.

    Args:
        right_at: the score from which a graded answer is right.
    """
    wanted = (*robustness.SUMMED_COLUMNS, *circular_eval.SUMMED_COLUMNS, *flip_eval.SUMMED_COLUMNS)
    return aggregation_presets.build_set_aggregation(robustness.SUMMED_BY, tuple(dict.fromkeys(wanted)), right_at)
