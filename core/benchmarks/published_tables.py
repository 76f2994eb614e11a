"""Readers of printed figures and of contradictions within papers: the tables of `data/published`."""

import math
from dataclasses import fields
from pathlib import Path

from core.benchmarks.paper_claims import read_stated_by
from core.benchmarks.publications import PaperContradiction, PublishedFigure
from core.benchmarks.strict_csv import read_table

_FIGURE = ("figure_id", "row_key", "column_key", "value", "unit", "decimals", "source")


def read_figures(
    folder: Path, file: str, origin: str, low: float = -math.inf, high: float = math.inf
) -> list[PublishedFigure]:
    """Return the figures of a table.

    Args:
        folder: of the table.
        file: name of the table.
        origin: `paper`, or `derived` from what the paper prints.
        low: smallest allowed value, in the table's units.
        high: largest allowed value.

    Raises:
        ReleaseError: the file is missing or a cell is not a valid number; names file, row and column.
    """
    return [
        PublishedFigure(
            origin=origin,
            figure_id=line.get_text("figure_id"),
            row_key=line.get_text("row_key"),
            column_key=line.get_text("column_key"),
            value=line.parse_number("value", low, high),
            unit=line.get_text("unit"),
            decimals=int(line.parse_number("decimals", 0.0, 9.0)),
            source=line.get_text("source"),
        )
        for line in read_table(folder, file, _FIGURE)
    ]


def read_contradictions(folder: Path, file: str) -> list[PaperContradiction]:
    """Return the places where a paper disagrees with itself.

    Raises:
        ReleaseError: the file is missing or lacks a column, or it is unclear who states something.
    """
    names = [one.name for one in fields(PaperContradiction)]
    contradictions = []
    for line in read_table(folder, file, names):
        read_stated_by(line)
        contradictions.append(PaperContradiction(**{name: line.get_text(name) for name in names}))
    return contradictions
