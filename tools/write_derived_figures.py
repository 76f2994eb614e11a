"""Writer of figures that are derived from printed ones: MMPerspective's, and the chance levels of 3DSRBench.

Run as `python -m tools.write_derived_figures`. `tests/tools/test_derived_figures.py` compares the files with the
derivation.
"""

import csv
from collections.abc import Iterable
from dataclasses import asdict

from core.benchmarks.mmperspective import published as mmperspective
from core.benchmarks.publications import PublishedFigure
from core.benchmarks.threedsr import published as threedsr
from core.settings import PUBLISHED
from tools.published_figures.mmperspective_table import derive_figures
from tools.published_figures.threedsr_guessing import BLIND, list_guess_figures

COLUMNS = ("figure_id", "row_key", "column_key", "value", "unit", "decimals", "source")


def write_derived_figures() -> None:
    """Write MMPerspective's file, and replace the chance levels in 3DSRBench's, whose other figures are kept."""
    _write_figures(mmperspective.PAPER_TABLES.derived, derive_figures())
    kept = [one for one in threedsr.PAPER_TABLES.read_derived_figures() if one.figure_id != BLIND]
    _write_figures(threedsr.PAPER_TABLES.derived, [*kept, *list_guess_figures()])


def _write_figures(file: str, figures: Iterable[PublishedFigure]) -> None:
    with (PUBLISHED / file).open("w", encoding="utf-8", newline="") as target:
        writer = csv.DictWriter(target, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for one in figures:
            writer.writerow(asdict(one) | {"value": f"{one.value:.{one.decimals}f}"})


if __name__ == "__main__":
    write_derived_figures()
