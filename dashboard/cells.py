"""Cells of a heatmap: two factors, panels of a third, a measure, and the way from a cell to its cases."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses.heatmap import AXES, MEASURES, cells
from core.text import plain
from core.warehouse.read import Filters
from dashboard.charts import Theme
from dashboard.charts.heatmap import Axes
from dashboard.filters import FILTER_BY_KEY, choose, options_of
from dashboard.queries import answers, model_kinds
from dashboard.theme import theme_of


@dataclass(frozen=True, slots=True)
class Cells:
    """What `core.analyses.heatmap.cells` found for a factor down, one across, perhaps one of panels, and a measure."""

    rows: str
    columns: str
    panels: str | None
    measure: str
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
            [value for value in options_of(factor) if value in set(self.frame[axis])]
            for axis, factor in zip(AXES, self.factors, strict=False)
        ]
        return Axes(found[0], found[1], found[2] if self.panels else [""], self.labels, _references())

    def limits(self) -> tuple[float, float]:
        """Ends of the colour scale: 0 to 100 %, or alike to both sides of zero for a difference."""
        if not MEASURES[self.measure].is_signed:
            return 0.0, 100.0
        spread = max(1.0, float(self.frame["value"].abs().max()))
        return -spread, spread

    def theme(self) -> Theme:
        """The colours of the theme that the viewer sees; both scales stand in .streamlit/config.toml."""
        return theme_of("Diverging" if MEASURES[self.measure].is_signed else "Sequential")

    def named(self) -> pd.DataFrame:
        """The cells with labels instead of values."""
        labels = self.labels
        return self.frame.assign(**{axis: [labels.get(value, value) for value in self.frame[axis]] for axis in AXES})

    def extremes(self, min_triangles: int) -> str:
        """Which cells are highest and lowest, references and grey ones aside; empty where there is none."""
        named = self.named()[~self._of_references() & (self.frame["n_triangles"] >= min_triangles)]
        ranked = named.dropna(subset=["value"]).sort_values("value", ascending=False)
        if ranked.empty:
            return ""
        best, worst = (self._in_words(ranked.to_dict("records")[place]) for place in (0, -1))
        return f"{MEASURES[self.measure].label} is highest for {best}, lowest for {worst}."

    def _of_references(self) -> pd.Series:
        """Which cells are a reference model's, where models are a factor and others are there too."""
        factors = [axis for axis, factor in zip(AXES, self.factors, strict=False) if factor == "model"]
        is_reference = self.frame[factors].isin(_references()).any(axis=1)
        return is_reference & (not is_reference.all())

    def _in_words(self, cell: Mapping[Hashable, Any]) -> str:
        names = " × ".join(plain(cell[axis]) for axis in AXES[: len(self.factors)])
        return f"{names} ({cell['value']:.1f} %)"

    def open_clicked(self) -> None:
        """Callback of the chart: opens the cases of the cell that was clicked."""
        if points := st.session_state["heatmap"].selection.points:
            self._open(points[0]["customdata"])

    def open_chosen(self) -> None:
        """Callback of the table, the way to a cell by keyboard: opens the cases of the chosen row."""
        if chosen := st.session_state["heatmap_table"].selection.rows:
            self._open(list(self.frame.iloc[chosen[0]][list(AXES)]))

    def _open(self, values: list[str]) -> None:
        choose(**dict(zip(self.factors, values, strict=False)))
        # An empty address: Streamlit refuses to clear one that widgets are bound to; Cases writes the filters into it.
        st.switch_page("dashboard/app_pages/cases.py", query_params={})


@st.cache_data(max_entries=500, show_spinner=False)
def found_cells(
    generation: str,  # noqa: ARG001 - names what is cached
    filters: Filters,
    measure: str,
    rows: str,
    columns: str,
    panels: str | None,
) -> pd.DataFrame:
    """The cells of a generation's answers that fit the filters, computed once."""
    return cells(answers(filters), measure, rows, columns, panels)


def factor_label(key: str) -> str:
    """The name of a factor, that of its filter."""
    return FILTER_BY_KEY[key].label


def _references() -> set[str]:
    return {model_id for model_id, kind in model_kinds().items() if kind == "reference"}
