"""Readers of printed figures and of contradictions within papers: the tables of `data/published`."""

from dataclasses import dataclass, fields
from pathlib import Path

from core.benchmarks.paper_claims import read_stated_by
from core.benchmarks.publications import PaperContradiction, PublishedFigure
from core.benchmarks.strict_csv import read_table
from core.settings import PUBLISHED

_FIGURE = ("figure_id", "row_key", "column_key", "value", "unit", "decimals", "source")
_PERCENT = (0.0, 100.0)


@dataclass(frozen=True, slots=True)
class PaperTables:
    """The tables of a paper in `data/published`: facts only, each with its source; no sentence of the paper.

    Attributes:
        figures: file of the figures that the paper prints.
        bounds: the smallest and the largest allowed value, in the table's units.
        derived: file of figures that are derived from the printed ones, or of their input; empty without one.
        derived_bounds: of the derived figures.
        contradictions: file of the places where the paper disagrees with itself; empty without one.
    """

    figures: str
    bounds: tuple[float, float] = _PERCENT
    derived: str = ""
    derived_bounds: tuple[float, float] = _PERCENT
    contradictions: str = ""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The paths of all files."""
        return tuple(PUBLISHED / name for name in (self.figures, self.derived, self.contradictions) if name)

    def read_figures(self) -> list[PublishedFigure]:
        """Return the figures that the paper prints.

        Raises:
            ReleaseError: the file is missing or a cell is not a valid number; names file, row and column.
        """
        return _read_figures(self.figures, "paper", self.bounds)

    def read_derived_figures(self) -> list[PublishedFigure]:
        """Return the figures that are derived from the printed ones; raises as `read_figures`."""
        return _read_figures(self.derived, "derived", self.derived_bounds)

    def read_contradictions(self) -> list[PaperContradiction]:
        """Return the places where the paper disagrees with itself, or was thought to disagree.

        Raises:
            ReleaseError: the file is missing or lacks a column, or it is unclear who states something.
        """
        names = [field.name for field in fields(PaperContradiction)]
        contradictions = []
        for line in read_table(PUBLISHED, self.contradictions, names):
            read_stated_by(line)
            contradictions.append(PaperContradiction(**{name: line.get_text(name) for name in names}))
        return contradictions


def _read_figures(file: str, origin: str, bounds: tuple[float, float]) -> list[PublishedFigure]:
    return [
        PublishedFigure(
            origin=origin,
            figure_id=line.get_text("figure_id"),
            row_key=line.get_text("row_key"),
            column_key=line.get_text("column_key"),
            value=line.parse_number("value", *bounds),
            unit=line.get_text("unit"),
            decimals=int(line.parse_number("decimals", 0.0, 9.0)),
            source=line.get_text("source"),
        )
        for line in read_table(PUBLISHED, file, _FIGURE)
    ]
