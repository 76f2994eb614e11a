"""The figures that GIQ's paper and its project site give, their uncertainty, and where the paper contradicts itself.

Facts only, each with its source; no sentence of the paper. What was read off a figure says so.
"""

from pathlib import Path

from core.benchmarks.data import PaperContradiction, PublishedFigure
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
    """Naming by model and group, balanced accuracy by encoder, mental rotation by encoder and of people, group sizes.

    Raises:
        ReleaseError: the file is missing or a cell is no number.
    """
    return read_figures(folder, FIGURES, "paper", 0.0, MOST)


def list_derived_figures(folder: Path = PUBLISHED) -> list[PublishedFigure]:
    """Ends of 95 % intervals: of naming for one picture a solid, of symmetry for solids as units, of 41 pairs.

    Raises:
        ReleaseError: the file is missing or a cell is no number.
    """
    return read_figures(folder, DERIVED, "derived", 0.0, MOST)


def read_paper_contradictions(folder: Path = PUBLISHED) -> list[PaperContradiction]:
    """Where the paper's text, figures and files disagree, and which of its claims its numbers do not carry.

    Raises:
        ReleaseError: the file is missing or lacks a column.
    """
    return read_contradictions(folder, CONTRADICTIONS)
