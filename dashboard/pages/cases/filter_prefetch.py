"""Prefetching of the gallery under the filter that the viewer will probably choose next."""

from collections.abc import Mapping
from functools import partial
from time import monotonic

from core.warehouse.read import Filters
from dashboard.components.gallery import TileSize
from dashboard.data import prefetch
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import Generation, require_generation
from dashboard.data.queries import run_query
from dashboard.pages.cases import answer_strips, gallery_tiles
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.selection.filters import list_filter_options

MOST_S = 1.0
"""Seconds after which no further filter is begun: a large warehouse takes long for each."""


def prefetch_next_filters(filters: Filters, right_at: float, size: TileSize) -> None:
    """Build the first page in the default order under each filter that is a button, if no filter is set.

    Most visitors begin there, and all of them share the results, so that this is done once per warehouse.

    Args:
        filters: of the page.
        right_at: the score from which a number is right.
        size: of the tiles.
    """
    if any(isinstance(value, list) for value in filters.values()):
        return
    levels = {
        factor.key: tuple(list_filter_options(factor.key))
        for factor in get_benchmark_info().factors.values()
        if factor.is_first and factor.is_short
    }
    prefetch.prefetch_later(partial(_build_pages, require_generation(), levels, filters, right_at, size))


@cache_with_limits(max_entries=20, max_mb=1)
def _build_pages(
    generation: Generation,  # noqa: ARG001 - key of the cache
    levels: Mapping[str, tuple[str, ...]],
    filters: Filters,
    right_at: float,
    size: TileSize,
) -> None:
    ends_at = monotonic() + MOST_S
    for narrowed in ({**filters, factor: [value]} for factor, values in levels.items() for value in values):
        if monotonic() > ends_at:
            return
        runs = answer_strips.select_strip_runs(narrowed)
        cases = run_query("cases", filters=narrowed, outcome=None, right_at=right_at, sort="worst")
        gallery_tiles.build_page(cases, 0, runs, narrowed, right_at, size)
