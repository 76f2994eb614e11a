"""The figures that GIQ's paper and its project site give, their uncertainty, and where the paper contradicts itself.

Facts only, each with its source; no sentence of the paper. What was read off a figure says so.
"""

from dataclasses import fields
from pathlib import Path

from core.benchmarks.contents import PaperContradiction, PublishedFigure
from core.benchmarks.tables import read_table
from core.settings import PUBLISHED

FIGURES, DERIVED, CONTRADICTIONS = "giq.csv", "giq_derived.csv", "giq_contradictions.csv"
NAMING_BY_MODEL, SYMMETRY_BY_ENCODER = "naming_by_model", "symmetry_by_encoder"
SOLIDS_BY_GROUP, OF_PEOPLE = "solids_by_group", "mental_rotation_of_people"
MOST = 1000.0
_COLUMNS = ("figure_id", "row_key", "column_key", "value", "unit", "decimals", "source")


def published_figures(folder: Path = PUBLISHED) -> list[PublishedFigure]:
    """Naming by model and group, balanced accuracy by encoder, mental rotation by encoder and of people, group sizes.

    Raises:
        ReleaseError: the file is missing or a cell is no number.
    """
    return _figures(folder, FIGURES, "paper")


def derived_figures(folder: Path = PUBLISHED) -> list[PublishedFigure]:
    """Ends of 95 % intervals: of naming for one picture a solid, of symmetry for solids as units, of 41 pairs.

    Raises:
        ReleaseError: the file is missing or a cell is no number.
    """
    return _figures(folder, DERIVED, "derived")


def contradictions(folder: Path = PUBLISHED) -> list[PaperContradiction]:
    """Where the paper's text, figures and files disagree, and which of its claims its numbers do not carry.

    Raises:
        ReleaseError: the file is missing or lacks a column.
    """
    names = [one.name for one in fields(PaperContradiction)]
    lines = read_table(folder, CONTRADICTIONS, names)
    return [PaperContradiction(**{name: line.text(name) for name in names}) for line in lines]


def _figures(folder: Path, file: str, origin: str) -> list[PublishedFigure]:
    return [
        PublishedFigure(
            origin=origin,
            figure_id=line.text("figure_id"),
            row_key=line.text("row_key"),
            column_key=line.text("column_key"),
            value=line.number_of("value", 0.0, MOST),
            unit=line.text("unit"),
            decimals=int(line.number_of("decimals", 0.0, 9.0)),
            source=line.text("source"),
        )
        for line in read_table(folder, file, _COLUMNS)
    ]
