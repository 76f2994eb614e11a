"""The blind constants that draws of groups choose, for the intervals of skill in heatmaps."""

from core.analyses.heatmap import ASKED, Measure, Redrawn, redrawn_constants
from dashboard.queries import Generation, generation, query
from dashboard.weighed import weighed

MOST_ASKED = 10_000
"""Questions of cases for which the constants of all draws are kept, 40 MB; of more, intervals take them as given."""


def is_redrawn(measure: Measure) -> bool:
    """Whether the intervals of a measure choose the blind constants again."""
    return measure.column == "skill" and len(query("asked_truths")) <= MOST_ASKED


def values_of(measure: Measure) -> tuple[str, ...]:
    """What is summed for a measure and its intervals."""
    return (*measure.columns, "score") if is_redrawn(measure) else measure.columns


def keys_of(measure: Measure) -> list[str]:
    """By what is summed for its intervals, beside the factors."""
    return ASKED if is_redrawn(measure) else []


def redrawn_for(measure: Measure) -> Redrawn | None:
    """The constants; None where intervals take the best ones as given."""
    return _redrawn(generation()) if is_redrawn(measure) else None


@weighed(max_entries=2, max_mb=60)
def _redrawn(found: Generation) -> Redrawn:  # noqa: ARG001 - key of the cache
    return redrawn_constants(query("asked_truths"))
