"""Sources of the figures that are derived from a paper's tables: explanations, and the numbers of items they state."""

import re
from collections.abc import Iterable

_N_ITEMS = re.compile(r", n = (\d+)")

SOURCE_EXPLANATIONS = {
    r"derived, Wilson interval of the nearest count, n = (\d+)( pairs)?": (
        "Intervals are Wilson's, for the number of right answers among {0} that is nearest to the published share."
    ),
    r"derived, (\d+) and (\d+) solids as units, one vote each": (
        "Intervals count each solid once: {0} solids of one class and {1} of the other."
    ),
    r"derived, (\d+)/(\d+)/(\d+)/(\d+) independent questions": (
        "Intervals treat the questions as independent: {0} on height, {1} on location, {2} on orientation and {3} on "
        "several objects."
    ),
    r"derived, (\d+) questions a cell": "Intervals assume {0} questions per cell.",
    r"derived from the hits that alone fit each cell": (
        "Intervals come from the numbers of right answers, which the published shares determine."
    ),
    r"derived, circular passes; weights of the models": (
        "A guess counts if it is right in every order of the options. Types have the weights of the models' rows."
    ),
    r"simulated, the authors' engine of December 2024": (
        "Guessing was simulated on sets of the authors' generator of December 2024."
    ),
    r"mean of the twelve simulated cells": (
        "Guessing was simulated on sets of the authors' generator of December 2024; this is the mean of twelve cells."
    ),
    r"chance of one in four": "Guessing among four options is right once in four.",
}
"""Explanations of the sources of derived figures, as sentences with the numbers in the source."""


def explain_sources(sources: Iterable[str]) -> str:
    """Explain sources of derived figures in sentences; an unknown one is quoted."""
    return " ".join(_explain_source(source) for source in sources)


def find_item_count(sources: Iterable[str]) -> int | None:
    """Return the number of items behind each value of a column, if its sources state one."""
    counts = [int(match[1]) for match in map(_N_ITEMS.search, sources) if match]
    return counts[0] if len(counts) == 1 else None


def _explain_source(source: str) -> str:
    for pattern, explanation in SOURCE_EXPLANATIONS.items():
        if match := re.fullmatch(pattern, source):
            return explanation.format(*match.groups())
    return f"Source of derived numbers: {source}."
