"""Heatmap: a measure for every pair of values of two factors, with its interval, in panels of a third."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from core.analyses.estimates import in_percent
from core.benchmarks.about import About
from core.benchmarks.contents import Contrast
from core.records import COUNTED, FACTORS_OF_ANSWERS, FEW_GROUPS, column_of
from core.scoring.coding import in_words
from core.scoring.intervals import SIGNIFICANCE
from core.scoring.slices import mean_table
from core.scoring.unreadable import bounds_of_sums
from core.text import capital

AXES = ("row_value", "column_value", "panel_value")
"""Columns of the factors' values."""

_ALL_COLUMN = "all_values"
_OF_RUNS = [column_of(factor.key) for factor in FACTORS_OF_ANSWERS if factor.of in ("model", "run")]

ALL = "all values"
"""In a margin, in place of a factor's value: the cell is the mean over all of them."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What a cell shows: a column of the answers, its name, and what it says.

    Attributes:
        is_signed: may be below zero; then zero is the middle of the colours.
        is_kappa: is a mean of scores that an unreadable answer lacks, which leaves the mean two bounds.
        is_of_foil: above zero means for the foil, not better.
        contrast: key of the contrast whose effect it is; each answer is then compared with its twins.
    """

    column: str
    label: str
    says: str
    is_signed: bool = False
    is_kappa: bool = False
    is_of_foil: bool = False
    contrast: str = ""

    @property
    def unit(self) -> str:
        """What stands behind a value: differences of percentages are points."""
        return "points" if self.is_signed else "%"

    @property
    def title(self) -> str:
        """The label with its unit, as axes and columns of tables have it."""
        return f"{self.label}, {self.unit}"


def cell_measures(about: About) -> dict[str, Measure]:
    """The measures of a benchmark, by their names in links; the one that compares best between questions first."""
    skill = Measure(
        "skill",
        "Skill",
        f"{about.score} minus the best constant answer's: below zero, worse than answering without looking",
        True,
    )
    score = Measure("score", capital(about.score), f"the score against {about.truth.phrase}", is_kappa=True)
    unreadable = Measure("is_unreadable", "Unreadable", "share of answers that could not be read")
    effects = {f"effect_{one.contrast}": _effect_of(one, about) for one in about.contrasts}
    if about.foil is None:
        return {"skill": skill, "score": score, **effects, "unreadable": unreadable}
    truth, foil = about.truth.title, about.foil.title
    return {
        "skill": skill,
        "kappa_3d": score,
        "kappa_2d": Measure(
            "foil_score", capital(about.foil_score), f"the score against {about.foil.phrase}", is_kappa=True
        ),
        "difference": Measure(
            "reliance",
            f"{foil} minus {truth}",
            f"image-plane reliance: above zero, answers fit {foil} better, by habit or looking",
            True,
            is_of_foil=True,
        ),
        "nearer_2d": Measure(
            "is_nearer_to_foil",
            f"Nearer to {foil}",
            f"share of answers nearer to {foil}, of those clearly nearer to one truth",
        ),
        **effects,
        "unreadable": unreadable,
    }


def _effect_of(contrast: Contrast, about: About) -> Measure:
    return Measure(
        "effect",
        f"{capital(contrast.contrast)} effect",
        f"{about.score}, {contrast.title}, against the twins of the same {about.words.group} that differ in nothing "
        "else",
        True,
        contrast=contrast.contrast,
    )


def summed_by(rows: str, columns: str, panels: str | None = None) -> list[str]:
    """The columns by which answers are summed for a heatmap of these factors."""
    return list(dict.fromkeys([*_columns_of(rows, columns, panels).values(), "model_kind", "group_id"]))


def cells(sums: pd.DataFrame, measure: Measure, rows: str, columns: str, panels: str | None = None) -> pd.DataFrame:
    """One row per cell: the mean of a measure in percent with its interval.

    Args:
        sums: of the answers, by `summed_by`, as `Warehouse.sums` gives them.
        measure: one of `cell_measures`.
        rows: factor down, a key of `About.factors`.
        columns: factor across.
        panels: factor of the panels; None for one panel.

    Returns:
        row_value, column_value, panel_value, value, low, high, n (answers behind the mean), n_groups, answers (all
        of the cell), how many of these are unreadable, least and most (of a mean kappa, with all of them wrong and all
        right; NaN without unreadable answers); cells whose answers all lack a value have NaN.
    """
    return _cells_by(sums, measure, _columns_of(rows, columns, panels))


def _columns_of(rows: str, columns: str, panels: str | None) -> dict[str, str]:
    """The column of the answers for each axis."""
    factors = {"row_value": rows, "column_value": columns} | ({"panel_value": panels} if panels else {})
    return {axis: column_of(factor) for axis, factor in factors.items()}


def _cells_by(sums: pd.DataFrame, measure: Measure, keys: Mapping[str, str]) -> pd.DataFrame:
    """The cells for columns of the sums by axis."""
    named = sums.assign(**{axis: sums[column] for axis, column in keys.items()})
    by, counted = list(keys), COUNTED.format(measure.column)
    table = in_percent(mean_table(named, measure.column, by, counts=counted))
    wholes = named.groupby(by, observed=True, as_index=False)[["answers", "unreadable", measure.column, counted]].sum()
    table = table.merge(in_words(wholes), on=by)
    sums_of_cells, unreadable = table[measure.column].astype(float), table["unreadable"]
    bounds = bounds_of_sums(sums_of_cells, sums_of_cells + unreadable, table[counted], table[counted] + unreadable)
    has_bounds = measure.is_kappa & (table["unreadable"] > 0)
    table = table.assign(**{name: 100 * bounds[name].where(has_bounds) for name in ("least", "most")})
    names = ["value", "low", "high", "n", "n_groups", "answers", "unreadable", "least", "most"]
    return table.assign(panel_value=table["panel_value"] if "panel_value" in keys else "")[[*AXES, *names]]


def margin(
    sums: pd.DataFrame, measure: Measure, over: str, rows: str, columns: str, panels: str | None = None
) -> pd.DataFrame:
    """The means over each column or each row of a heatmap, as `cells` gives cells; `ALL` stands for what is averaged.

    They are over answers, each alike, and not the means of the cells' means.

    Args:
        sums: as `cells` takes them.
        measure: one of `cell_measures`.
        over: the axis that is averaged, `row_value` or `column_value`.
        rows: factor down.
        columns: factor across.
        panels: factor of the panels.
    """
    keys = _columns_of(rows, columns, panels) | {over: _ALL_COLUMN}
    return _cells_by(sums.assign(**{_ALL_COLUMN: ALL}), measure, keys)


def habits(sums: pd.DataFrame, measure: Measure, rows: str, columns: str, panels: str | None = None) -> pd.DataFrame:
    """What the blind constant gets in each cell, whatever the model: AXES and `habit`, in percent.

    It answers without looking, so what a model has beside it in the same cell is habit's as much as the model's.

    Args:
        sums: of the blind constant's answers to the questions and cases that are shown, as `cells` takes them.
        measure: one of `cell_measures`.
        rows: factor down; one of models or runs has `ALL` in its place, and so for the others.
        columns: factor across.
        panels: factor of the panels.
    """
    keys = _columns_of(rows, columns, panels)
    apart = {axis: _ALL_COLUMN if column in _OF_RUNS else column for axis, column in keys.items()}
    table = _cells_by(sums.assign(**{_ALL_COLUMN: ALL}), measure, apart)
    return table.rename(columns={"value": "habit"})[[*AXES, "habit"]]


def without_value(sums: pd.DataFrame, factors: Sequence[str | None]) -> dict[str, int]:
    """How many answers no cell has because a factor has no value for them, by factor that lacks some.

    Args:
        sums: as `cells` takes them.
        factors: keys; None is no factor.
    """
    known = dict.fromkeys(factor for factor in factors if factor)
    counts = {factor: int(sums.loc[sums[column_of(factor)].isna(), "answers"].sum()) for factor in known}
    return {factor: count for factor, count in counts.items() if count}


def significant_sentence(title: str, cells: pd.DataFrame) -> str:
    """In how many cells a difference is significant, and in about how many it would be if there were none anywhere.

    Each is judged by its own interval; cells of fewer than `FEW_GROUPS` groups are counted as cells alone.

    Args:
        title: of the measure.
        cells: low, high, n_groups.
    """
    firm = cells[cells["n_groups"] >= FEW_GROUPS]
    above, below = int((firm["low"] > 0).sum()), int((firm["high"] < 0).sum())
    of_all = f"{len(cells)} {'cell' if len(cells) == 1 else 'cells'}"
    by_chance = round(SIGNIFICANCE * len(firm))
    told = f"; by chance alone about {by_chance} would be" if by_chance else ""
    return f"{title} is above 0 in {above} of {of_all} and below 0 in {below}, each by its own 95 % interval{told}."
