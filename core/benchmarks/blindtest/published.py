"""Accuracies that the authors print for the two tasks.

Facts only, each with its source; no sentence of the authors.
"""

from pathlib import Path

from core.benchmarks.publications import PublishedFigure
from core.benchmarks.published_tables import read_figures
from core.settings import PUBLISHED

FIGURES = "blindtest.csv"
BY_MODEL = "accuracy_by_model"
"""Rows are models by their ids, columns are the tasks and `average`, the mean of both."""

AVERAGE = "average"


def read_published_figures(folder: Path = PUBLISHED) -> list[PublishedFigure]:
    """Return the authors' table: accuracy in percent by model and task, truncated after two decimals.

    Raises:
        ReleaseError: the file is missing or a cell is not a number.
    """
    return read_figures(folder, FIGURES, "paper", 0.0, 100.0)
