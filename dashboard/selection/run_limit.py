"""The limit on the runs that a page displays: the selected ones, then the best."""

from collections.abc import Collection, Iterable
from itertools import islice

import streamlit as st

from core.digest import compute_digest
from dashboard.data.benchmark_info import get_run_kinds, get_run_ranks
from dashboard.data.current_benchmark import Generation, require_generation
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.runtime.state_keys import common as keys

NUMBERS = (20, 50, 100)
"""Choices of the maximum number of runs on a page; the first is the default."""


def show_run_limit() -> None:
    """Show the choice of how many runs pages display in the sidebar; nothing if every page displays all.

    The entry script calls this instead of the page, so that the choice is kept during navigation.
    """
    n_all = sum(kind != "reference" for kind in get_run_kinds().values())
    if n_all > NUMBERS[0]:
        st.sidebar.segmented_control(
            "Runs on a page",
            NUMBERS,
            default=NUMBERS[0],
            required=True,
            key=keys.RUN_LIMIT,
            bind="query-params",
            help=f"Of {n_all:,}: the chosen ones first, then those with the best scores. Means over models use all.",
        )


def get_run_limit() -> int:
    """Return the maximum number of runs on a page, not counting reference models."""
    return keys.RUN_LIMIT.read() or NUMBERS[0]


def choose_top_runs(wanted: Iterable[str], chosen: Collection[str] = ()) -> tuple[str, ...]:
    """Return the runs of a page: the selected ones, then the best ranked up to `get_run_limit`, then all references.

    Args:
        wanted: ids of the runs that it could display, in any order.
        chosen: ids of the selected runs, in their order; those that are not in `wanted` are ignored.
    """
    there = tuple(wanted)
    return _choose_top_runs(require_generation(), compute_digest(there), tuple(chosen), get_run_limit(), there)


@cache_with_limits(max_entries=200, max_mb=10)
def _choose_top_runs(
    found: Generation,  # noqa: ARG001 - key of the cache, as is the next: Streamlit hashes thousands of ids slowly
    wanted_key: str,  # noqa: ARG001
    chosen: tuple[str, ...],
    most: int,
    _wanted: tuple[str, ...],
) -> tuple[str, ...]:
    places, kinds = get_run_ranks(), get_run_kinds()
    there = set(_wanted)
    asked = [run_id for run_id in dict.fromkeys(chosen) if run_id in there]
    others = sorted(there.difference(asked), key=lambda run_id: places.get(run_id, len(places)))
    ranked = (run_id for run_id in others if kinds[run_id] != "reference")
    references = [run_id for run_id in others if kinds[run_id] == "reference"]
    return (*asked, *islice(ranked, max(most - len(asked), 0)), *references)


def format_limit_note(n_shown: int, n_all: int) -> str:
    """Return how many of the runs a chart or a table shows; empty if it shows all."""
    return f"{n_shown:,} of {n_all:,} shown" if n_shown < n_all else ""
