"""Which of many runs a page shows: the chosen ones, then the best, as many as are asked for, never a thousand."""

from collections.abc import Collection, Iterable
from itertools import islice

import streamlit as st

from core.digest import compute_digest
from dashboard.data.queries import Generation, get_run_kinds, get_run_ranks, require_generation
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.runtime.session_state import read_state

NUMBER = "shown"
"""Key of the choice how many, and its name in the address."""

NUMBERS = (20, 50, 100)
"""How many runs a page shows at most; the first one until another is chosen."""


def show_run_limit() -> None:
    """The choice of how many runs pages show, in the sidebar; absent where every page shows all.

    The list of pages calls this, not the page, so that the choice stays on the way from page to page.
    """
    n_all = sum(kind != "reference" for kind in get_run_kinds().values())
    if n_all > NUMBERS[0]:
        st.sidebar.segmented_control(
            "Runs on a page",
            NUMBERS,
            default=NUMBERS[0],
            required=True,
            key=NUMBER,
            bind="query-params",
            help=f"Of {n_all:,}: the chosen ones first, then those with the best scores. Means over models have all.",
        )


def get_run_limit() -> int:
    """The most runs that a page shows, reference models beside them."""
    return read_state(NUMBER, int) or NUMBERS[0]


def choose_top_runs(wanted: Iterable[str], chosen: Collection[str] = ()) -> tuple[str, ...]:
    """The runs of a page: the chosen ones, then the best ranked up to `get_run_limit`, then all references.

    Args:
        wanted: ids of the runs that it could show, in any order.
        chosen: ids of those that are asked for by name, in their order; what is not wanted is left out.
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
    """How many of the runs stand in a chart or a table; empty where all do."""
    return f"{n_shown:,} of {n_all:,} shown" if n_shown < n_all else ""
