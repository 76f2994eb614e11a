"""Cells of a heatmap: two factors, panels of a third, a measure, and the way from a cell to its cases."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from core.analyses.heatmap import AXES, Measure, cell_measures, cells, without_value
from core.records import FACTORS_OF_ANSWERS
from core.text import number_text, plain
from core.warehouse.read import Filters
from dashboard.analysed import Counted, analysed
from dashboard.charts.heatmap import Axes, heatmap
from dashboard.filters import options_of
from dashboard.links import open_cases
from dashboard.queries import about, model_kinds, run_kinds
from dashboard.theme import Theme, theme_of

OF_MODELS = ("model", "runs")
"""Factors whose values are models or runs of one."""


@dataclass(frozen=True, slots=True)
class Cells:
    """What `core.analyses.heatmap.cells` found for a factor down, one across, perhaps one of panels, and a measure."""

    rows: str
    columns: str
    panels: str | None
    measure: Measure
    frame: pd.DataFrame

    @property
    def factors(self) -> list[str]:
        """The factors in the order of `AXES`."""
        return [self.rows, self.columns, *([self.panels] if self.panels else [])]

    @property
    def labels(self) -> dict[str, str]:
        """What to write for a value of any factor."""
        return {value: label for factor in self.factors for value, label in options_of(factor).items()}

    def axes(self) -> Axes:
        """The values that there are, in the order of the filters' options."""
        found = [
            [value for value in options_of(factor) if value in there]
            for factor, there in zip(self.factors, (set(self.frame[axis]) for axis in AXES), strict=False)
        ]
        return Axes(found[0], found[1], found[2] if self.panels else [""], self.labels, _references())

    def limits(self) -> tuple[float, float]:
        """Ends of the colour scale: 0 to 100 %, or equally far on both sides of zero for a difference."""
        if not self.measure.is_signed:
            return 0.0, 100.0
        spread = max(1.0, float(self.frame["value"].abs().max()))
        return -spread, spread

    def named(self) -> pd.DataFrame:
        """The cells with labels instead of values."""
        labels = self.labels
        return self.frame.assign(**{axis: [labels.get(value, value) for value in self.frame[axis]] for axis in AXES})

    def extremes(self, min_groups: int) -> str:
        """Which cells are highest and lowest, without references and grey ones; empty where there is none."""
        named = self.named()[~self._of_references() & (self.frame["n_groups"] >= min_groups)]
        ranked = named.dropna(subset=["value"]).sort_values("value", ascending=False)
        if ranked.empty:
            return ""
        best, worst = (self._in_words(ranked.to_dict("records")[place]) for place in (0, -1))
        return f"{self.measure.label} is highest for {best}, lowest for {worst}."

    def _of_references(self) -> pd.Series:
        """Which cells are a reference model's, where models or runs are a factor and others are there too."""
        factors = [axis for axis, factor in zip(AXES, self.factors, strict=False) if factor in OF_MODELS]
        is_reference = self.frame[factors].isin(_references()).any(axis=1)
        return is_reference & (not is_reference.all())

    def _in_words(self, cell: Mapping[Hashable, Any]) -> str:
        names = " × ".join(plain(cell[axis]) for axis in AXES[: len(self.factors)])
        return f"{names} ({number_text(cell['value'])} %)"

    def open_cases(self, values: Sequence[str]) -> None:
        """Opens the cases of a cell, by the values of its factors in the order of `AXES`."""
        open_cases(**dict(zip(self.factors, values, strict=False)))

    def open_row(self, place: int) -> None:
        """Opens the cases of a row of `frame`."""
        self.open_cases(list(self.frame.iloc[place][list(AXES)]))


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cells and what a page shows of them: the chart, the sentence over it, the table below it."""

    cells: Cells
    figure: go.Figure
    sentence: str
    named: pd.DataFrame


def drawn(filters: Filters, factors: tuple[str, str, str | None], measure: str, min_groups: int) -> Drawn | None:
    """The cells of the answers that fit the filters; None where there are none.

    With runs, prompts or image views as a factor every run counts, with models as a factor one run of each; means over
    several models take the pooled runs.

    Args:
        filters: as `chosen_filters` returns them.
        factors: down, across, and of the panels.
        measure: a key of `cell_measures`.
        min_groups: cells with fewer are grey.
    """
    shown = cell_measures(about())[measure]
    theme = theme_of("Diverging" if shown.is_signed else "Sequential")
    return analysed(_drawn, filters, factors, shown, min_groups, theme, counted=_counted(factors))


def left_out(filters: Filters, factors: tuple[str, str, str | None]) -> str:
    """A sentence for each factor that lacks a value for some of the answers; empty where none does."""
    counts = analysed(without_value, filters, factors, counted=_counted(factors))
    return " ".join(f"{count:,} answers without *{factor_label(key)}* are left out." for key, count in counts.items())


def _counted(factors: tuple[str, str, str | None]) -> Counted:
    of_runs = {factor.key for factor in FACTORS_OF_ANSWERS if factor.of == "run"}
    has_runs_apart, has_models_apart = not of_runs.isdisjoint(factors), "model" in factors
    if "runs" in factors or (has_runs_apart and has_models_apart):
        return "runs"
    return "asked" if has_runs_apart else "models" if has_models_apart else "pooled"


def _drawn(
    answers: pd.DataFrame, factors: tuple[str, str, str | None], measure: Measure, min_groups: int, theme: Theme
) -> Drawn | None:
    found = Cells(*factors, measure, cells(answers, measure, *factors))
    if found.frame.empty:
        return None
    figure = heatmap(found.frame, found.axes(), found.limits(), theme, about().words.units, min_groups)
    return Drawn(found, figure, found.extremes(min_groups), found.named())


def factor_label(key: str) -> str:
    """The name of a factor, that of its filter."""
    return about().factors[key].title


def _references() -> list[str]:
    """The reference models and their runs, by id."""
    kinds = model_kinds() | run_kinds()
    return [of_reference for of_reference, kind in kinds.items() if kind == "reference"]
