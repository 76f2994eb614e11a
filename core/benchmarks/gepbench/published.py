"""The figures that GePBench's paper prints, what is derived from them, and where the paper contradicts itself.

Facts only, each with its source; no sentence of the paper.
"""

from pathlib import Path

from core.benchmarks.data import PaperContradiction, PublishedFigure
from core.benchmarks.gepbench.vocabulary import ASPECTS, LEVELS
from core.benchmarks.published_tables import read_contradictions, read_figures
from core.settings import PUBLISHED

FIGURES, DERIVED, CONTRADICTIONS = "gepbench.csv", "gepbench_derived.csv", "gepbench_contradictions.csv"
BY_MODEL, BY_ENCODER = "accuracy_by_model", "accuracy_by_encoder"
AVERAGE = "avg"
CELLS = tuple(f"{level} {aspect}" for level in LEVELS for aspect in ASPECTS)
"""Columns of both tables beside their average."""

NOT_MODELS = ("Random guessing", "Human")


def read_published_figures(folder: Path = PUBLISHED) -> list[PublishedFigure]:
    """Tables 1 and 2: accuracy in percent by model or encoder (rows) and by level and aspect, and the average.

    Raises:
        ReleaseError: the file is missing or a cell is no number.
    """
    return read_figures(folder, FIGURES, "paper", 0.0, 100.0)


def list_derived_figures(folder: Path = PUBLISHED) -> list[PublishedFigure]:
    """Standard errors under two readings of the number of questions, and what guessing without the figure gives.

    The paper states no number of questions for a cell: `se_if_n800` is the cautious reading, `se_if_whole_set` the
    other bound. `blind_baseline` comes from the authors' engine, simulated.

    Raises:
        ReleaseError: the file is missing or a cell is no number.
    """
    return read_figures(folder, DERIVED, "derived", 0.0, 100.0)


def read_paper_contradictions(folder: Path = PUBLISHED) -> list[PaperContradiction]:
    """Where text and tables of the paper disagree, or were thought to.

    Raises:
        ReleaseError: the file is missing or lacks a column.
    """
    return read_contradictions(folder, CONTRADICTIONS)
