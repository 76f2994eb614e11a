"""Heatmap: a measure for every pair of values of two factors, with its interval, in panels of a third."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd

from core.analyses.estimates import add_verdicts, classify_against_zero, to_percent
from core.analyses.skill import BenchmarkConstants, estimate_skill
from core.benchmarks.data import Contrast
from core.benchmarks.info import BenchmarkInfo
from core.factors import get_factor_column
from core.formatting import capitalise_first
from core.records import COUNTED, FEW_GROUPS
from core.scoring.answer_codes import decode_categories
from core.statistics.grouped_means import compute_grouped_means
from core.statistics.intervals import apply_benjamini_hochberg, classify_differences
from core.statistics.missing_bounds import compute_missing_bounds

AXES = ("row_value", "column_value", "panel_value")
"""Columns of the factors' values."""

_ALL_COLUMN = "all_values"
_REFERENCE = "reference"

ALL = "all values"
"""Replaces a factor's value in a margin: the cell is the mean over all of its values."""


@dataclass(frozen=True, slots=True)
class HeatmapMeasure:
    """Measure that cells show: a column of the answers, its name, and its meaning.

    Attributes:
        is_signed: may be below zero; then zero is the middle of the colours.
        is_mean_score: is a mean of scores, for which unreadable answers leave two bounds.
        is_of_foil: above zero favours the foil and does not mean better.
        is_beyond_blind: is the excess of an answer over the constant baseline.
        former: its labels in older links.
        blind: column of the constant baseline's value, if the cell shows that too.
        contrast: key of the contrast whose effect it is; each answer is then compared with its twins.
    """

    column: str
    label: str
    says: str
    is_signed: bool = False
    is_mean_score: bool = False
    is_of_foil: bool = False
    is_beyond_blind: bool = False
    former: tuple[str, ...] = ()
    blind: str = ""
    contrast: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of the answers that are summed for it."""
        return (self.column, self.blind) if self.blind else (self.column,)

    @property
    def unit(self) -> str:
        """Unit of a value: differences of percentages are points."""
        return "points" if self.is_signed else "%"

    @property
    def title(self) -> str:
        """Label with its unit, for axes and table columns."""
        return f"{self.label}, {self.unit}"


def list_cell_measures(about: BenchmarkInfo, *, has_blind: bool = True) -> dict[str, HeatmapMeasure]:
    """List the measures of a benchmark, by their names in links; the one that best compares questions first.

    Args:
        about: the benchmark.
        has_blind: whether a constant baseline has answered; without one, skill comes last and reliance is raw.
    """
    skill = HeatmapMeasure(
        "skill",
        "Skill",
        f"{about.score} minus that of the best constant answer; below zero, an answer that never changes is better",
        is_signed=True,
        is_beyond_blind=True,
    )
    score = HeatmapMeasure(
        "score", capitalise_first(about.score), f"the score against {about.truth.phrase}", is_mean_score=True
    )
    unreadable = HeatmapMeasure("is_unreadable", "Unreadable", "share of answers that could not be read")
    effects = {f"effect_{contrast.contrast}": _build_effect_measure(contrast, about) for contrast in about.contrasts}
    of_foil = _list_foil_measures(about, has_blind=has_blind)
    foil_score = {name: measure for name, measure in of_foil.items() if measure.is_mean_score}
    shared = {"kappa_3d" if of_foil else "score": score, **foil_score, **effects, "unreadable": unreadable}
    others = {**shared, **of_foil}
    return {"skill": skill, **others} if has_blind else {**others, "skill": skill}


def _list_foil_measures(about: BenchmarkInfo, *, has_blind: bool) -> dict[str, HeatmapMeasure]:
    """List the additional measures of a benchmark with a foil; empty without one."""
    if about.foil is None:
        return {}
    truth, foil = about.truth.title, about.foil.title
    raw = HeatmapMeasure(
        "reliance",
        about.difference,
        f"{about.foil_score} minus {about.score}: above zero, answers fit {foil} better, by habit or looking",
        is_signed=True,
        is_of_foil=True,
        former=(f"{foil} minus {truth}",),
    )
    beyond = replace(
        raw,
        column="excess",
        label=f"Preference for {foil}",
        former=(*raw.former, f"{foil} minus {truth} beyond constant", f"{raw.label} beyond baseline"),
        says=f"{about.foil_score} minus {about.score}, and minus the same difference of the best constant answer: "
        f"above zero, answers fit {foil} better than one constant answer does. Overview removes each model's own habit "
        "instead, so it can find no difference here",
        is_beyond_blind=True,
        blind="blind_reliance",
    )
    score = HeatmapMeasure(
        "foil_score", capitalise_first(about.foil_score), f"the score against {about.foil.phrase}", is_mean_score=True
    )
    nearer = HeatmapMeasure(
        "is_nearer_to_foil",
        f"Closer to {foil}",
        f"share of answers that are closer to {about.foil.phrase} than to {about.truth.phrase}, among those that are "
        "clearly closer to one of them",
        former=(f"Nearer to {foil}",),
    )
    return {"kappa_2d": score, "difference": beyond if has_blind else raw, "nearer_2d": nearer}


def _build_effect_measure(contrast: Contrast, about: BenchmarkInfo) -> HeatmapMeasure:
    return HeatmapMeasure(
        "effect",
        f"{capitalise_first(contrast.contrast)} effect",
        f"{about.score}, {contrast.title}, against the twins of the same {about.words.group} that differ in nothing "
        "else",
        is_signed=True,
        contrast=contrast.contrast,
    )


def list_grouping_columns(rows: str, columns: str, panels: str | None = None) -> list[str]:
    """List the columns by which answers are summed for a heatmap of these factors."""
    return list(dict.fromkeys([*_map_axis_columns(rows, columns, panels).values(), "model_kind", "group_id"]))


def compute_cells(
    sums: pd.DataFrame,
    measure: HeatmapMeasure,
    rows: str,
    columns: str,
    panels: str | None = None,
    redrawn: BenchmarkConstants | None = None,
) -> pd.DataFrame:
    """Compute one row per cell: the mean of a measure in percent with its interval.

    Args:
        sums: of the answers, by `list_grouping_columns`, as `Warehouse.aggregate` returns them; with `redrawn` by
            `ASKED` too.
        measure: one of `list_cell_measures`.
        rows: factor down, a key of `BenchmarkInfo.factors`.
        columns: factor across.
        panels: factor of the panels; None for one panel.
        redrawn: for skill, so that its intervals choose the constants again; None takes the constants as given.

    Returns:
        row_value, column_value, panel_value, value, low, high, standing (of `classify_against_zero`, at a false
        discovery rate of 5% over the cells), n (answers behind the mean), n_groups, answers (all of the cell), number
        of unreadable ones, least and most (of a mean score, with all unreadable answers wrong and all right; NaN
        without unreadable answers), raw and constant (for a measure with `blind`: the value of the answers, and that of
        the constant baseline for the same ones; otherwise NaN). A cell whose answers all lack a value has NaN.
    """
    return _compute_cells_by(sums, measure, _map_axis_columns(rows, columns, panels), redrawn, _judge_cells)


def _map_axis_columns(rows: str, columns: str, panels: str | None) -> dict[str, str]:
    """Map each axis to its column of the answers."""
    factors = {"row_value": rows, "column_value": columns} | ({"panel_value": panels} if panels else {})
    return {axis: get_factor_column(factor) for axis, factor in factors.items()}


def _find_model_cells(sums: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Return by cell whether an answer of it is a model's, not a reference's."""
    of_model = sums["model_kind"] != _REFERENCE if "model_kind" in sums else True
    return sums.assign(of_model=of_model).groupby(list(by), observed=True, as_index=False)[["of_model"]].any()


def _judge_cells(table: pd.DataFrame) -> pd.DataFrame:
    """Add the verdicts of cells, at a false discovery rate of 5% over all of them."""
    p_values = table["p_value"].where(table["n_groups"] >= FEW_GROUPS)
    corrected = apply_benjamini_hochberg(p_values.to_numpy(dtype=float, na_value=np.nan))
    return table.assign(verdict=classify_differences(table, corrected))


def judge_means(table: pd.DataFrame, n_family: int) -> pd.DataFrame:
    """Add the verdicts of means, corrected for the number of models' means (Holm) as verdicts on Overview are."""
    in_family = table["of_model"] if table["of_model"].any() else table["of_model"].notna()
    return add_verdicts(table, in_family, further=max(n_family - int(in_family.sum()), 0))


def _compute_cells_by(
    sums: pd.DataFrame,
    measure: HeatmapMeasure,
    keys: Mapping[str, str],
    redrawn: BenchmarkConstants | None,
    judge: Callable[[pd.DataFrame], pd.DataFrame],
) -> pd.DataFrame:
    """Compute the cells for columns of the sums by axis; `judge` adds their verdicts."""
    named = sums.assign(**{axis: sums[column] for axis, column in keys.items()})
    by, counted = list(keys), COUNTED.format(measure.column)
    table = to_percent(compute_grouped_means(named, measure.column, by, counts=counted))
    if redrawn is not None:
        of_skill = estimate_skill(named, by, redrawn)
        table = table.drop(columns=[name for name in of_skill if name not in by]).merge(of_skill, on=by)
    summed = ["answers", "unreadable", *measure.columns, counted]
    wholes = named.groupby(by, observed=True, as_index=False)[summed].sum()
    table = table.merge(decode_categories(wholes), on=by)
    sums_of_cells, unreadable = table[measure.column].astype(float), table["unreadable"]
    bounds = compute_missing_bounds(
        sums_of_cells, sums_of_cells + unreadable, table[counted], table[counted] + unreadable
    )
    has_bounds = measure.is_mean_score & (table["unreadable"] > 0)
    table = table.assign(**{name: 100 * bounds[name].where(has_bounds) for name in ("least", "most")})
    constant = 100 * table[measure.blind].astype(float) / table[counted] if measure.blind else np.nan
    table = table.assign(constant=constant, raw=table["value"] + constant)
    table = judge(table.merge(decode_categories(_find_model_cells(named, by)), on=by))
    table = table.assign(standing=classify_against_zero(table))
    found = ["value", "low", "high", "standing", "n", "n_groups", "answers", "unreadable"]
    table = table.assign(panel_value=table["panel_value"] if "panel_value" in keys else "")
    return table[[*AXES, *found, "least", "most", "raw", "constant"]]


def compute_margin(
    sums: pd.DataFrame,
    measure: HeatmapMeasure,
    over: str,
    rows: str,
    columns: str,
    panels: str | None = None,
    redrawn: BenchmarkConstants | None = None,
    *,
    n_family: int = 0,
) -> pd.DataFrame:
    """Compute the means over each column or each row of a heatmap, in the form of `compute_cells`.

    Their standing is corrected for the number of models' means (Holm), not for that of the cells, so that a model's
    mean has the verdict of Overview. `ALL` replaces the value that is averaged over. The means weight answers equally;
    they are not means of cell means.

    Args:
        sums: as `compute_cells` takes them.
        measure: one of `list_cell_measures`.
        over: the axis that is averaged, `row_value` or `column_value`.
        rows: factor down.
        columns: factor across.
        panels: factor of the panels.
        redrawn: as `compute_cells` takes it.
        n_family: number of models that Overview compares, if more than the map has.
    """
    keys = _map_axis_columns(rows, columns, panels) | {over: _ALL_COLUMN}
    judge = partial(judge_means, n_family=n_family)
    return _compute_cells_by(sums.assign(**{_ALL_COLUMN: ALL}), measure, keys, redrawn, judge)


def count_missing_values(sums: pd.DataFrame, factors: Sequence[str | None]) -> dict[str, int]:
    """Count, by factor, the answers that are in no cell because the factor has no value for them.

    Args:
        sums: as `compute_cells` takes them.
        factors: keys; None is ignored.
    """
    known = dict.fromkeys(factor for factor in factors if factor)
    counts = {factor: int(sums.loc[sums[get_factor_column(factor)].isna(), "answers"].sum()) for factor in known}
    return {factor: count for factor, count in counts.items() if count}
