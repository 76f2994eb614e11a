"""The constants that draws of groups choose, for every interval of a distance to not looking."""

from core.analyses.heatmap import Measure
from core.analyses.phrases import GIVEN_CONSTANTS, chosen_again
from core.analyses.skill import ASKED, MOST_ASKED, Redrawn, redrawn_constants
from core.records import Scored
from dashboard.data.queries import Generation, about, generation, query
from dashboard.runtime.bounded_cache import weighed


def are_redrawn() -> bool:
    """Whether intervals of skill choose the constants again in this benchmark."""
    return len(query("asked_truths")) <= MOST_ASKED


def is_redrawn(measure: Measure) -> bool:
    """Whether the intervals of a measure choose the constants again."""
    return measure.column == "skill" and are_redrawn()


def values_of(measure: Measure) -> tuple[str, ...]:
    """What is summed for a measure and its intervals."""
    return (*measure.columns, "score") if is_redrawn(measure) else measure.columns


def keys_of(measure: Measure) -> list[str]:
    """By what is summed for its intervals, beside the factors."""
    return ASKED if is_redrawn(measure) else []


def redrawn_for(measure: Measure) -> Redrawn | None:
    """The constants; None where intervals take the best ones as given."""
    return load_constants() if is_redrawn(measure) else None


def distance_note(against: Scored = "truth") -> str:
    """Return what an interval of the distance to the constant baseline holds for."""
    return chosen_again(about().words.groups) if against == "truth" and are_redrawn() else GIVEN_CONSTANTS


def load_constants() -> Redrawn | None:
    """Return the constants of draws; None in a benchmark too large for them."""
    return _redrawn(generation()) if are_redrawn() else None


@weighed(max_entries=2, max_mb=60)
def _redrawn(found: Generation) -> Redrawn:  # noqa: ARG001 - key of the cache
    return redrawn_constants(query("asked_truths"))
