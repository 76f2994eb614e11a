"""Accuracies that the authors of VisOnlyQA state, by model, prompt, split and task: facts only."""

from pathlib import Path

from core.benchmarks.publications import PublishedFigure
from core.benchmarks.published_tables import read_figures
from core.settings import PUBLISHED

FIGURES = "visonlyqa.csv"
"""File with one table per split and prompt; models are rows and tasks are columns."""


def read_published_figures(folder: Path = PUBLISHED) -> list[PublishedFigure]:
    """Return the accuracies in percent.

    Raises:
        ReleaseError: the file is missing or a cell is not a number.
    """
    return read_figures(folder, FIGURES, "paper", 0.0, 100.0)
