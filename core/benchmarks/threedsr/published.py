"""Published figures of 3DSRBench's paper, figures derived from them, and the paper's contradictions."""

from collections.abc import Iterator
from itertools import product

from core.benchmarks.publications import PublishedFigure
from core.benchmarks.published_tables import PaperTables
from core.benchmarks.strict_csv import read_table
from core.benchmarks.threedsr.chance_levels import (
    GUESSERS,
    MODELS_WEIGHTS,
    SYNTHETIC_WEIGHTS,
    compute_chance_levels,
    compute_weighted_mean,
)
from core.settings import PUBLISHED

PAPER_TABLES = PaperTables(
    "3dsrbench.csv",
    derived="3dsrbench_derived.csv",
    derived_bounds=(-100.0, 100.0),
    contradictions="3dsrbench_contradictions.csv",
)
"""Tables 2, 3 and 4: accuracy in percent by model or encoder (rows) and by type (columns)."""

GROUPS = "3dsrbench_groups.csv"
BY_MODEL, BY_ENCODER, BY_VIEW = "accuracy_by_model", "accuracy_by_encoder", "accuracy_by_viewpoint"
"""Tables 2, 3 and 4; columns of Table 4 have `common ` or `uncommon ` before the type."""

OVERALL = "overall"
GUESSES = ("Random", "Random++")
ERRORS, DROP, BLIND = "se_independent_questions", "drop_to_uncommon", "blind_guess"


def list_derived_figures() -> list[PublishedFigure]:
    """Return standard errors of every cell, chance levels, and the drop from common to uncommon views with its z.

    The paper states no uncertainty. Errors treat the questions behind the models' weights as independent.

    Raises:
        ReleaseError: the file is missing or a cell is not a number.
    """
    return [*PAPER_TABLES.read_derived_figures(), *_list_guess_figures()]


def _list_guess_figures() -> Iterator[PublishedFigure]:
    """Yield chance levels for every column: by type, and over all questions with the weights of the models' rows."""
    source = "derived, circular passes; weights of the models"
    for name, (prefix, weights) in product(GUESSERS, _WEIGHTS_OF_COLUMNS.items()):
        of_types = compute_chance_levels(name)
        for column, value in (of_types | {OVERALL: compute_weighted_mean(of_types, weights)}).items():
            yield PublishedFigure("derived", BLIND, name, prefix + column, round(value, 1), "percent", 1, source)


_WEIGHTS_OF_COLUMNS = {"": MODELS_WEIGHTS, "common ": SYNTHETIC_WEIGHTS, "uncommon ": SYNTHETIC_WEIGHTS}
"""Weights behind the overall of each kind of column, by the prefix of the column's name."""


def read_released_groups() -> dict[str, tuple[int, int]]:
    """Return, by subtype, the number of options and the number of groups, including those about mirror images.

    Raises:
        ReleaseError: the file is missing or a cell is not a number.
    """
    lines = read_table(PUBLISHED, GROUPS, ("subtype", "options", "groups"))
    return {
        line.get_text("subtype"): (int(line.parse_number("options", 2, 4)), int(line.parse_number("groups", 1, 9999)))
        for line in lines
    }
