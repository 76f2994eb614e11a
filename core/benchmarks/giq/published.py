"""Figures that GIQ's paper and its project site give, their uncertainty, and contradictions within the paper.

Facts only, each with its source; no sentence of the paper. Sources state when a value was read off a figure.
"""

from pathlib import Path

from core.benchmarks.publications import PaperContradiction, PublishedFigure
from core.benchmarks.published_tables import read_contradictions, read_figures
from core.settings import PUBLISHED

FIGURES, DERIVED, CONTRADICTIONS = "giq.csv", "giq_derived.csv", "giq_contradictions.csv"
NAMING_BY_MODEL, SYMMETRY_BY_ENCODER = "naming_by_model", "symmetry_by_encoder"
SOLIDS_BY_GROUP, OF_PEOPLE = "solids_by_group", "mental_rotation_of_people"
ROTATION_BY_ENCODER = "mental_rotation_by_encoder"
PAPERS_HARD_PAIRS = "hard pairs, rendering and photograph, the paper"
"""Column with the two shares that the paper's text states; other columns are read off the earlier version's figure."""

MOST = 1000.0


def read_published_figures(folder: Path = PUBLISHED) -> list[PublishedFigure]:
    """Return naming by model, balanced accuracy by encoder, mental rotation by encoder and of people, and group sizes.

    Raises:
        ReleaseError: the file is missing or a cell is not a number.
    """
    return read_figures(folder, FIGURES, "paper", 0.0, MOST)


def list_derived_figures(folder: Path = PUBLISHED) -> list[PublishedFigure]:
    """Return ends of 95% intervals: naming with one image per solid, symmetry with solids as units, and 41 pairs.

    Raises:
        ReleaseError: the file is missing or a cell is not a number.
    """
    return read_figures(folder, DERIVED, "derived", 0.0, MOST)


def read_paper_contradictions(folder: Path = PUBLISHED) -> list[PaperContradiction]:
    """Return the places where the paper's text, figures and files disagree, and claims that its numbers do not support.

    Raises:
        ReleaseError: the file is missing or lacks a column.
    """
    return read_contradictions(folder, CONTRADICTIONS)
