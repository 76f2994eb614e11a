"""Cells of a heatmap: two factors, panels of a third, a measure, and the click on a cell."""

import math
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

from core.analyses.heatmap import ALL, AXES, HeatmapMeasure
from core.analyses.heatmap_sentences import (
    CellWords,
    describe_significant_cells,
    describe_values_with_significant_cells,
)
from core.formatting import MISSING, escape_markdown, format_interval, format_number, format_unit, has_too_few_groups
from core.solvers import blind_constant
from dashboard.data.benchmark_info import (
    get_benchmark_info,
    get_model_kinds,
    get_run_kinds,
    list_constant_baseline_runs,
)
from dashboard.pages.heatmaps import texts
from dashboard.pages.heatmaps.cell_cases import open_cell
from dashboard.pages.heatmaps.heatmap_chart import Place
from dashboard.pages.heatmaps.heatmap_layout import HeatmapAxes
from dashboard.selection.filters import list_filter_options

Factors = tuple[str, str, str | None]
"""Keys of the factors of rows, columns and panels; None for one panel."""

MIN_NAMED = 2
"""Minimum number of significant cells of which the largest is named."""

OF_MODELS = ("model", "runs")
"""Factors whose values are models or their runs."""


@dataclass(frozen=True, slots=True)
class HeatmapCells:
    """Result of `compute_cells` for a factor of rows, one of columns, optionally one of panels, and a measure.

    Attributes:
        is_of_references: whether all of these answers are by reference models.
        is_redrawn: whether its intervals choose the constant baselines again.
        run_labels: by model, the name that a user gave to its run, if that one alone counts.
    """

    rows: str
    columns: str
    panels: str | None
    measure: HeatmapMeasure
    frame: pd.DataFrame
    margins: pd.DataFrame
    is_of_references: bool = False
    is_redrawn: bool = False
    run_labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def factors(self) -> list[str]:
        """The factors in the order of `AXES`."""
        return [self.rows, self.columns, *([self.panels] if self.panels else [])]

    @property
    def all_factors(self) -> Factors:
        """The factors of rows, columns and panels."""
        return self.rows, self.columns, self.panels

    @property
    def has_models(self) -> bool:
        """Return whether models or runs are a factor."""
        return not set(OF_MODELS).isdisjoint(self.factors)

    @property
    def labels(self) -> dict[str, str]:
        """The labels of all factors' values: of a model the name of its run, if a user gave it one."""
        labels = {value: label for factor in self.factors for value, label in list_filter_options(factor).items()}
        return {**labels, **self.run_labels}

    def build_axes(self, *, sorts: bool) -> HeatmapAxes:
        """Return the values that occur, in the order of the filters' options, and the margins.

        Args:
            sorts: whether rows, and models in columns, are sorted by their means, the highest first. References stay
                last.
        """
        values_by_axis = [
            [value for value in list_filter_options(factor) if value in present]
            for factor, present in zip(self.factors, (set(self.frame[axis]) for axis in AXES), strict=False)
        ]
        references = set(_list_references())
        rows, columns = values_by_axis[0], values_by_axis[1]
        if sorts:
            rows = self._sort_by_mean(rows, *AXES[:2])
            columns = self._sort_by_mean(columns, *AXES[1::-1]) if self.columns in OF_MODELS else columns
        return HeatmapAxes(
            _insert_mean(rows, references),
            _insert_mean(columns, references, is_first=True),
            sorted(values_by_axis[2], key=references.__contains__) if self.panels else [""],
            self.labels | {ALL: "mean"},
            references,
            [] if self.is_of_references else references,
        )

    def _sort_by_mean(self, values: Sequence[str], axis: str, averaged: str) -> list[str]:
        """Sort values of an axis by their means over the other axis, `averaged`; values without one are last."""
        means = self.margins[self.margins[averaged] == ALL].groupby(axis)["value"].mean().dropna()
        return sorted(values, key=lambda value: -means.get(value, float("-inf")))

    def sort_cells(self, axes: HeatmapAxes) -> "HeatmapCells":
        """Return a copy with its cells in the order of the axes: references last, as in the chart."""
        places = zip(AXES, (axes.rows, axes.columns, axes.panels), strict=True)
        ranks = {axis: {value: rank for rank, value in enumerate(values)} for axis, values in places}
        by = ["panel_value", "row_value", "column_value"]
        frame = self.frame.sort_values(by, key=lambda values: values.map(ranks[str(values.name)]), ignore_index=True)
        return replace(self, frame=frame)

    def format_counts(self) -> str:
        """Return how many answers are behind each cell, if the number is the same in all of the models' cells."""
        is_reference = self._find_reference_cells()
        counts = set(self.frame.loc[~is_reference & (self.frame["n"] > 0), "n"])
        if len(counts) != 1:
            return ""
        return texts.describe_same_count(counts.pop(), has_references=bool(is_reference.any()))

    def compute_limits(self) -> tuple[float, float]:
        """Return the ends of the colour scale: those of the models' cells, symmetric about zero for a difference.

        References may lie beyond them; their cells have no colour.
        """
        values = self.frame.loc[~self._find_reference_cells(), "value"].dropna()
        if values.empty:
            return (-1.0, 1.0) if self.measure.is_signed else (0.0, 100.0)
        if self.measure.is_signed:
            spread = float(math.ceil(max(1.0, values.abs().max())))
            return -spread, spread
        low, high = 5 * math.floor(values.min() / 5), 5 * math.ceil(values.max() / 5)
        return float(low), float(max(high, low + 5))

    def label_cells(self) -> pd.DataFrame:
        """Return the cells with labels instead of values."""
        labels = self.labels
        return self.frame.assign(**{axis: [labels.get(value, value) for value in self.frame[axis]] for axis in AXES})

    def describe(self, min_groups: int) -> str:
        """Describe the cells in a sentence, without references and grey ones; empty if none remain.

        For a difference: in how many cells it is significant, at a false discovery rate of 5%. Otherwise the highest
        and the lowest. A distance to the constant baseline does not describe the baseline itself, whose cells are left
        out.
        """
        is_judged = ~self._find_reference_cells() & (self.frame["n_groups"] >= min_groups)
        if self.measure.is_beyond_blind:
            is_judged &= ~self._is_of({blind_constant.MODEL.model_id, *list_constant_baseline_runs()})
        judged = self.label_cells()[is_judged]
        ranked = judged.dropna(subset=["value"]).sort_values("value", ascending=False)
        sentence = "" if ranked.empty else self._describe_ranked(ranked)
        return f"{texts.OF_REFERENCES}{sentence}" if sentence and self.is_of_references else sentence

    def _describe_ranked(self, ranked: pd.DataFrame) -> str:
        """Describe cells with a value, in the order of their values, the highest first."""
        if self.measure.is_signed:
            largest = "" if self.is_of_references else self._name_largest(ranked)
            return f"{self._describe_significant(ranked)}{largest}"
        if ranked["value"].iloc[0] == ranked["value"].iloc[-1]:
            if len(ranked) == 1:
                return ""
            has_references = bool(self._find_reference_cells().any())
            return texts.describe_equal_cells(
                self.measure.label, float(ranked["value"].iloc[0]), has_references=has_references
            )
        best, worst = (self._describe_ties(ranked, rank) for rank in (0, -1))
        return texts.describe_extremes(self.measure.label, best, worst)

    def _describe_significant(self, ranked: pd.DataFrame) -> str:
        """Describe which models, or else which rows, have significant cells, and in how many; or that none has."""
        label = self.measure.label
        axis = next((axis for axis, factor in zip(AXES, self.factors, strict=False) if factor in OF_MODELS), AXES[0])
        cells = ranked.assign(**{axis: ranked[axis].map(escape_markdown)})
        sentence = describe_values_with_significant_cells(cells, axis, self._build_words(axis))
        return sentence or describe_significant_cells(label, ranked)

    def _build_words(self, axis: str) -> CellWords:
        """Build the words of the sentence on significant cells by the values of an axis."""
        factors = dict(zip(AXES, self.factors, strict=False))
        is_of_models = factors.pop(axis) in OF_MODELS
        parts = texts.name_cells([get_factor_label(key) for key in factors.values()])
        if list(factors.values()) == ["question"]:
            parts = get_benchmark_info().questions_word
        if self.measure.column == "skill" and is_of_models:
            return CellWords(texts.BEATS_BLIND, texts.LOSES_TO_BLIND, parts, texts.BLIND)
        return CellWords(*texts.name_standings(self.measure.label), parts)

    def _name_largest(self, ranked: pd.DataFrame) -> str:
        """Name the significant cell with the largest difference, after a space; empty without one."""
        clear = ranked[ranked["standing"].isin(["above", "below"])]
        if len(clear) < MIN_NAMED:
            return ""
        cell = clear.iloc[int(clear["value"].abs().argmax())].to_dict()
        is_lead = self.measure.is_beyond_blind and self.measure.column == "skill" and cell["value"] > 0
        value = f"{format_number(cell['value'])}{format_unit(self.measure.unit)}"
        return texts.describe_largest(self._name_cell(cell), value, _format_cell_interval(cell), is_lead=is_lead)

    def _describe_ties(self, ranked: pd.DataFrame, rank: int) -> str:
        """Describe the cell at a rank, and how many others have the same number as printed."""
        printed = ranked["value"].map(format_number)
        n_others = int((printed == printed.iloc[rank]).sum()) - 1
        return texts.add_equal_cells(self._describe_cell(ranked.to_dict("records")[rank]), n_others)

    def _find_reference_cells(self) -> pd.Series:
        """Return which cells are a reference model's, if models or runs are a factor and other models occur too."""
        return self._is_of(_list_references()) & (not self.is_of_references)

    def _is_of(self, models_and_runs: Collection[str]) -> pd.Series:
        """Return which cells belong to one of these, if models or runs are a factor."""
        axes = [axis for axis, factor in zip(AXES, self.factors, strict=False) if factor in OF_MODELS]
        return self.frame[axes].isin(models_and_runs).any(axis=1)

    def _name_cell(self, cell: Mapping[Hashable, Any]) -> str:
        axes = dict(zip(AXES, self.factors, strict=False))
        models = [axis for axis, factor in axes.items() if factor in OF_MODELS]
        names = {axis: escape_markdown(cell[axis]) for axis in axes}
        if len(models) == 1 and len(axes) > 1:
            model = names.pop(models[0])
            return texts.name_model_cell(model, " × ".join(names.values()))
        return " × ".join(names.values())

    def _describe_cell(self, cell: Mapping[Hashable, Any]) -> str:
        interval = _format_cell_interval(cell)
        between = f", {interval}" if interval else ""
        return f"{self._name_cell(cell)} ({format_number(cell['value'])}{format_unit(self.measure.unit)}{between})"

    def open_cell(self, values: Sequence[str]) -> None:
        """Show the cases of a cell, by the values of its factors in the order of `AXES`."""
        open_cell({key: value for key, value in zip(self.factors, values, strict=False) if value != ALL})

    def open_row(self, row: int) -> None:
        """Show the cases of a row of `frame`."""
        self.open_cell(self._list_cell_values(row))

    def is_row(self, row: int, values: Mapping[str, Sequence[str]]) -> bool:
        """Return whether a row of `frame` is the cell with these values."""
        return row < len(self.frame) and find_cell(values, self.all_factors) == tuple(self._list_cell_values(row))

    def _list_cell_values(self, row: int) -> list[str]:
        return list(self.frame.iloc[row][list(AXES)])


def _format_cell_interval(cell: Mapping[Hashable, Any]) -> str:
    """Format the interval of a cell; empty if it has none or too few groups."""
    interval = MISSING if has_too_few_groups(cell["n_groups"]) else format_interval(cell["low"], cell["high"])
    return "" if interval == MISSING else interval


def find_cell(values: Mapping[str, Sequence[str]], factors: Factors) -> Place | None:
    """Return the cell with these values; None if they do not name a single cell of such a map."""
    if not values or not set(values) <= set(factors) or any(len(several) > 1 for several in values.values()):
        return None
    row, column, panel = ("" if factor is None else values.get(factor, [ALL])[0] for factor in factors)
    return row, column, panel


def _insert_mean(values: Sequence[str], references: Collection[str], *, is_first: bool = False) -> list[str]:
    """Insert the mean beside an axis' values and before references, which it excludes; none over references alone.

    Args:
        values: of the axis.
        references: those that are reference models.
        is_first: whether the mean is before the values, so that a telephone shows it.
    """
    models = [value for value in values if value not in references]
    mean = [ALL] if len(models) > 1 else []
    with_mean = [*mean, *models] if is_first else [*models, *mean]
    return [*with_mean, *(value for value in values if value in references)]


def get_factor_label(key: str) -> str:
    """Return the name of a factor, the same as its filter's."""
    return get_benchmark_info().factors[key].title


def _list_references() -> list[str]:
    """List the reference models and their runs, by id."""
    kinds = get_model_kinds() | get_run_kinds()
    return [of_reference for of_reference, kind in kinds.items() if kind == "reference"]
