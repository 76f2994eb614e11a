"""Constants that bootstrap draws of groups choose, for intervals of differences to the constant baseline."""

from core.analyses.heatmap import HeatmapMeasure
from core.analyses.phrases import GIVEN_CONSTANTS, describe_skill_interval
from core.analyses.skill import ASKED, MOST_ASKED, BenchmarkConstants, compute_benchmark_constants
from core.records import Scored
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import Generation, require_generation
from dashboard.data.queries import run_query
from dashboard.runtime.bounded_cache import cache_with_limits


def are_redrawn() -> bool:
    """Return whether intervals of skill choose the constants again in each draw, in this benchmark."""
    return len(run_query("asked_truths")) <= MOST_ASKED


def is_redrawn(measure: HeatmapMeasure) -> bool:
    """Return whether the intervals of a measure choose the constants again in each draw."""
    return measure.column == "skill" and are_redrawn()


def list_summed_columns(measure: HeatmapMeasure) -> tuple[str, ...]:
    """List the columns to aggregate for a measure and its intervals."""
    return (*measure.columns, "score") if is_redrawn(measure) else measure.columns


def list_grouping_keys(measure: HeatmapMeasure) -> list[str]:
    """List the columns to group by for a measure's intervals, beside the factors."""
    return ASKED if is_redrawn(measure) else []


def find_bootstrap_constants(measure: HeatmapMeasure) -> BenchmarkConstants | None:
    """Return the constants of the draws; None if intervals take the best constants as given."""
    return load_constants() if is_redrawn(measure) else None


def describe_distance_interval(against: Scored = "truth") -> str:
    """Explain what an interval of the difference to the constant baseline covers."""
    return (
        describe_skill_interval(get_benchmark_info().words.groups)
        if against == "truth" and are_redrawn()
        else GIVEN_CONSTANTS
    )


def load_constants() -> BenchmarkConstants | None:
    """Return the constants of the draws; None if the benchmark is too large for them."""
    return _compute_constants(require_generation()) if are_redrawn() else None


@cache_with_limits(max_entries=2, max_mb=60)
def _compute_constants(found: Generation) -> BenchmarkConstants:  # noqa: ARG001 - key of the cache
    return compute_benchmark_constants(run_query("asked_truths"))
