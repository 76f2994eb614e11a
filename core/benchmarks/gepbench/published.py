"""Figures that GePBench's paper prints, figures derived from them, and contradictions within the paper.

Facts only, each with its source; no sentence of the paper.
"""

from pathlib import Path

from core.benchmarks.gepbench.vocabulary import ASPECTS, LEVELS
from core.benchmarks.publications import PaperContradiction, PublishedFigure
from core.benchmarks.published_tables import read_contradictions, read_figures
from core.settings import PUBLISHED

FIGURES, DERIVED, CONTRADICTIONS = "gepbench.csv", "gepbench_derived.csv", "gepbench_contradictions.csv"
BY_MODEL, BY_ENCODER = "accuracy_by_model", "accuracy_by_encoder"
AVERAGE = "avg"
CELLS = tuple(f"{level} {aspect}" for level in LEVELS for aspect in ASPECTS)
"""Columns of both tables, except for their average."""

NOT_MODELS = ("Random guessing", "Human")


def read_published_figures(folder: Path = PUBLISHED) -> list[PublishedFigure]:
    """Return Tables 1 and 2: accuracy in percent by model or encoder (rows) and by level and aspect, and the average.

    Raises:
        ReleaseError: the file is missing or a cell is not a number.
    """
    return read_figures(folder, FIGURES, "paper", 0.0, 100.0)


def list_derived_figures(folder: Path = PUBLISHED) -> list[PublishedFigure]:
    """Return standard errors under two assumptions about the number of questions, and the score of guessing blindly.

    The paper does not state the number of questions per cell: `se_if_n800` is the cautious assumption,
    `se_if_whole_set` the other bound. `blind_baseline`, the score without the figure, comes from a simulation of the
    authors' engine.

    Raises:
        ReleaseError: the file is missing or a cell is not a number.
    """
    return read_figures(folder, DERIVED, "derived", 0.0, 100.0)


def read_paper_contradictions(folder: Path = PUBLISHED) -> list[PaperContradiction]:
    """Return the places where text and tables of the paper disagree, or were thought to disagree.

    Raises:
        ReleaseError: the file is missing or lacks a column.
    """
    return read_contradictions(folder, CONTRADICTIONS)
