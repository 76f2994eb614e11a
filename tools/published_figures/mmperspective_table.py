"""Table 1 of MMPerspective as counts: 46 rows of hits, with both averages, errors and ranks.

The paper prints percentages. For each cell, only one number of hits fits the print and the size of its task.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.benchmarks.mmperspective.vocabulary import (
    NINE,
    PERCEPTION_TASKS,
    PICTURES_A_SEED,
    REASONING_TASKS,
    ROBUST,
    TASKS,
)
from core.benchmarks.publications import PublishedFigure
from core.benchmarks.strict_csv import read_table
from core.settings import PUBLISHED
from core.statistics.set_consistency import compute_consistency_index

HITS = "mmperspective_hits.csv"
GUESS = "guess among four"
_FROM_HITS = "derived from the hits that alone fit each cell"
Z_95 = 1.96
BINARY, GRADED = "Binary", "Graded"
GROUPS = {"PAcc": PERCEPTION_TASKS, "RAcc": REASONING_TASKS, "Overall": NINE}
"""The tasks of each average."""


@dataclass(frozen=True, slots=True)
class PaperTableRow:
    """A row of Table 1.

    Attributes:
        size_group: as in the paper.
        hits: right answers by task; `Binary` out of 593 seeds, `Graded` out of 2,965 images.
    """

    model: str
    size_group: str
    hits: dict[str, int]

    def share(self, column: str) -> float:
        """Return the share of right answers of a task, or of seeds or images."""
        return self.hits[column] / count_questions(column)

    def compute_standard_error(self, column: str) -> float:
        """Compute the standard error of a share: sqrt(p (1 - p) / n)."""
        share = self.share(column)
        return math.sqrt(share * (1 - share) / count_questions(column))

    def compute_macro_mean(self, name: str) -> float:
        """Compute the mean of the tasks of `PAcc`, `RAcc` or `Overall`, as in Table 1."""
        return sum(map(self.share, GROUPS[name])) / len(GROUPS[name])

    def compute_macro_error(self, name: str) -> float:
        """Compute the standard error of that mean: sqrt(sum of p (1 - p) / n) / tasks."""
        return math.sqrt(sum(self.compute_standard_error(task) ** 2 for task in GROUPS[name])) / len(GROUPS[name])

    def compute_micro_mean(self, name: str) -> float:
        """Compute the share of all questions of these tasks, as in the paper's text and its figure of sizes."""
        return sum(self.hits[task] for task in GROUPS[name]) / sum(count_questions(task) for task in GROUPS[name])

    @property
    def consistency(self) -> float | None:
        """0 if a seed's five answers behave as independent, 1 if they behave as one answer; None if undefined."""
        return compute_consistency_index(self.share(BINARY), self.share(GRADED), PICTURES_A_SEED)


def count_questions(column: str) -> int:
    """Return the number of a task's questions, of seeds for `Binary`, of images for `Graded`."""
    seeds = TASKS[ROBUST].items
    return {BINARY: seeds, GRADED: seeds * PICTURES_A_SEED}.get(column) or TASKS[column].items


def read_paper_rows() -> list[PaperTableRow]:
    """Read the 46 rows in the paper's order.

    Raises:
        ReleaseError: the file is missing or a cell is not a number.
    """
    columns = (*NINE, BINARY, GRADED)
    return [
        PaperTableRow(
            line.get_text("model"),
            line.get_text("size_group"),
            {column: int(line.parse_number(column, 0, count_questions(column))) for column in columns},
        )
        for line in read_table(PUBLISHED, HITS, ("model", "size_group", *columns))
    ]


def rank_models(rows: list[PaperTableRow]) -> dict[str, tuple[int, int, int]]:
    """Return, by model, the rank by macro Overall and the range of ranks at 95 percent.

    Errors are those of unpaired shares. Models were asked the same questions, so the errors are too wide: a rank that
    is open here is only not shown by the paper.
    """
    scores = np.array([row.compute_macro_mean("Overall") for row in rows])
    errors = np.array([row.compute_macro_error("Overall") for row in rows])
    z = (scores[:, None] - scores) / np.hypot(errors[:, None], errors)
    better, worse = (z < -Z_95).sum(axis=1), (z > Z_95).sum(axis=1)
    places = 1 + (scores > scores[:, None]).sum(axis=1)
    return {row.model: (int(places[i]), 1 + int(better[i]), len(rows) - int(worse[i])) for i, row in enumerate(rows)}


def derive_figures() -> list[PublishedFigure]:
    """Derive from the hits of Table 1: standard errors, micro means, rank intervals, consistency index, guessing.

    Raises:
        ReleaseError: the file is missing or a cell is not a number.
    """
    rows = read_paper_rows()
    ranks = rank_models(rows)
    found = [_make_derived_figure("blind_four_options", GUESS, column, 25.0, "percent") for column in (*NINE, "Graded")]
    found += [
        _make_derived_figure("blind_four_options", GUESS, name, 25.0, "percent") for name in ("PAcc", "RAcc", "Overall")
    ]
    found.append(_make_derived_figure("blind_four_options", GUESS, "Binary", 100 * 0.25**5, "percent"))
    for row in rows:
        found += _derive_row_figures(row)
        for name, place in zip(("rank", "rank_low", "rank_high"), ranks[row.model], strict=True):
            found.append(_make_derived_figure("rank_by_macro", row.model, name, place, "place", 0))
    return found


def _derive_row_figures(row: PaperTableRow) -> list[PublishedFigure]:
    found = [
        _make_derived_figure("se_of_hits", row.model, task, 100 * row.compute_standard_error(task), "percent")
        for task in (*NINE, "Binary")
    ]
    for name in ("PAcc", "RAcc", "Overall"):
        found.append(
            _make_derived_figure("se_of_hits", row.model, name, 100 * row.compute_macro_error(name), "percent")
        )
        found.append(
            _make_derived_figure("macro_from_hits", row.model, name, 100 * row.compute_macro_mean(name), "percent")
        )
        found.append(
            _make_derived_figure("micro_from_hits", row.model, name, 100 * row.compute_micro_mean(name), "percent")
        )
    index = row.consistency
    return [
        *found,
        *([_make_derived_figure("consistency_index", row.model, "index", index, "", 3)] if index is not None else []),
    ]


def _make_derived_figure(
    figure_id: str, row_key: str, column_key: str, value: float, unit: str, decimals: int = 2
) -> PublishedFigure:
    source = "chance of one in four" if row_key == GUESS else _FROM_HITS
    return PublishedFigure("derived", figure_id, row_key, column_key, round(value, decimals), unit, decimals, source)
