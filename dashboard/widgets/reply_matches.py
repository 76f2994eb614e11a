"""Replies that a search finds, for the page Review and the filter of Cases; all sessions share the results."""

import pandas as pd

from core.analyses.reply_search import build_pattern_parameters, build_patterns
from core.errors import ReviewError, WarehouseError
from core.warehouse.read import Filters
from dashboard.data.current_benchmark import Generation, require_generation, require_warehouse
from dashboard.runtime.bounded_cache import cache_with_limits

LIMIT_S = 10.0
"""Maximum duration of a search, in seconds."""

MAX_MATCHES = 100_000
"""Maximum number of answers that a search may find."""

REGEX_PREFIX = "regex:"
"""Begins a regular expression in the filter of Cases."""


def search_replies(patterns: tuple[str, ...], filters: Filters, right_at: float) -> pd.DataFrame:
    """Return the query `search_replies`.

    Args:
        patterns: as `build_patterns` returns them.
        filters: with the runs whose replies are searched.
        right_at: the score from which a number is right.

    Raises:
        ReviewError: more than `MAX_MATCHES` answers have such a reply.
        QueryTimeoutError: the search took longer than `LIMIT_S`.
        WarehouseError: a pattern is not a regular expression.
    """
    matches = _search_replies(require_generation(), patterns, filters, right_at)
    if len(matches) > MAX_MATCHES:
        raise ReviewError(
            f"More than {MAX_MATCHES:,} answers have such a reply. Use rarer words, or choose fewer models."
        )
    return matches.copy(deep=False)


@cache_with_limits(max_entries=20, max_mb=60)
def _search_replies(
    generation: Generation,  # noqa: ARG001 - key of the cache
    patterns: tuple[str, ...],
    filters: Filters,
    right_at: float,
) -> pd.DataFrame:
    parameters = build_pattern_parameters(list(patterns))
    return require_warehouse().query_within(
        LIMIT_S,
        "search_replies",
        filters=filters,
        run_ids=filters["runs"],
        right_at=right_at,
        max_rows=MAX_MATCHES + 1,
        **parameters,
    )


def list_matching_cases(typed: str, filters: Filters, right_at: float) -> set[str] | None:
    """Return the cases with a matching reply; None if the search is invalid, takes too long or finds too much.

    Args:
        typed: words and phrases, or a regular expression after `REGEX_PREFIX`.
        filters: with the runs whose replies are searched.
        right_at: the score from which a number is right.
    """
    is_regex = typed.startswith(REGEX_PREFIX)
    try:
        patterns = build_patterns(typed.removeprefix(REGEX_PREFIX), "regex" if is_regex else "words")
        return set(search_replies(tuple(patterns), filters, right_at)["case_id"])
    except (ReviewError, WarehouseError):
        return None
