"""Prefetching of the gallery under the filter that the viewer will probably choose next."""

from collections.abc import Mapping
from functools import partial
from threading import Semaphore
from time import monotonic

import streamlit as st

from core.warehouse.read import Filters
from dashboard.components.gallery import TileSize
from dashboard.data import prefetch
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import Generation, require_generation
from dashboard.data.queries import run_query
from dashboard.pages.cases import answer_strips, gallery_tiles
from dashboard.selection.filters import list_filter_options

MOST_S = 1.0
"""Seconds after which no further filter is begun: a large warehouse takes long for each."""


def prefetch_next_filters(filters: Filters, right_at: float, size: TileSize) -> None:
    """Build the first page in the default order under each filter that is a button, if no filter is set.

    Most visitors begin there, and all of them share the results, so that only the first one's gallery does it.

    Args:
        filters: of the page.
        right_at: the score from which a number is right.
        size: of the tiles.
    """
    turn = _get_turn(require_generation())
    if any(isinstance(value, list) for value in filters.values()) or not turn.acquire(blocking=False):
        return
    levels = {
        factor.key: tuple(list_filter_options(factor.key))
        for factor in get_benchmark_info().factors.values()
        if factor.is_first and factor.is_short
    }
    if not prefetch.prefetch_later(partial(_build_pages, levels, filters, right_at, size)):
        turn.release()


@st.cache_resource(max_entries=40, show_spinner=False)
def _get_turn(generation: Generation) -> Semaphore:  # noqa: ARG001 - key of the cache
    """Return the turn of a warehouse, which one gallery takes."""
    return Semaphore()


def _build_pages(levels: Mapping[str, tuple[str, ...]], filters: Filters, right_at: float, size: TileSize) -> None:
    ends_at = monotonic() + MOST_S
    for narrowed in ({**filters, factor: [value]} for factor, values in levels.items() for value in values):
        if monotonic() > ends_at:
            return
        runs = answer_strips.select_strip_runs(narrowed)
        cases = run_query("cases", filters=narrowed, outcome=None, right_at=right_at, sort="worst")
        gallery_tiles.build_page(cases, 0, runs, narrowed, right_at, size)
