"""Ready-made aggregations over sets, pairs and replies, with their thresholds."""

from collections.abc import Sequence

from core.factors import get_factor_column
from core.question_types.numbers import THETA_MAX_DEG
from core.records import RIGHT_AT, RUN_COLUMNS, Scored
from core.scoring.contradictions import RULES
from core.statistics.set_consistency import ROUNDING
from core.warehouse.aggregation import Aggregation

OF_REPLIES = Aggregation(
    (*RUN_COLUMNS, "group_id", "kind"),
    ("shows",),
    "replies",
    rules=tuple((kind, rule.question_ids) for kind, rule in RULES.items()),
)
"""Share of replies with a contradiction, per kind."""


def build_set_aggregation(by: tuple[str, ...], values: tuple[str, ...], right_at: float = RIGHT_AT) -> Aggregation:
    """Return an aggregation over sets of cases, by run, question, group or protocol.

    Args:
        by: columns.
        values: measures of `core.statistics.set_consistency` and their bounds, `mirrored`, `first` and `every`.
        right_at: the lowest score at which a number is right.
    """
    numbers = {"tolerance": 1.0 - right_at, "rounding": ROUNDING, "largest_error_deg": THETA_MAX_DEG}
    return Aggregation(by, values, "sets", given=(("right_at", right_at), *numbers.items()))


def build_pair_aggregation(
    by: tuple[str, ...], values: tuple[str, ...], against: Scored = "truth", right_at: float = RIGHT_AT
) -> Aggregation:
    """Return an aggregation over pairs of answers of two runs, by `first`, `second`, or any column of their answers.

    Args:
        by: columns.
        values: scores, differences and outcomes.
        against: truth or foil whose scores count.
        right_at: the lowest score at which a number is right.
    """
    return Aggregation(by, values, "pairs", against=against, given=(("right_at", right_at),))


def build_slice_aggregation(factors: Sequence[str], *, is_pair: bool) -> Aggregation:
    """Return the aggregation that `core.analyses.slices` searches: one run's scores, or two runs' differences.

    Args:
        factors: keys of the factors whose levels form slices.
        is_pair: whether two runs are compared.
    """
    columns = ("group_id", *dict.fromkeys(("question_id", *map(get_factor_column, factors))))
    return build_pair_aggregation(columns, ("difference",)) if is_pair else Aggregation(columns, ("score", "skill"))
