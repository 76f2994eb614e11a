"""Cells of a heatmap: two factors, the mean of each pair of their values, and the way from a cell to its cases."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from core.text import plain
from dashboard.charts import Theme
from dashboard.filters import FILTERS, choose, options_of
from dashboard.queries import model_kinds
from dashboard.theme import theme_of

MEASURES = {"kappa_3d": "Kappa 3D", "kappa_2d": "Kappa 2D", "difference": "2D minus 3D"}
AXES = ("row_value", "column_value")
FACTORS = {item.key: item.label for item in FILTERS}


@dataclass(frozen=True, slots=True)
class Cells:
    """The result of the query `heatmap` for a factor down, one across, and a measure."""

    rows: str
    columns: str
    measure: str
    frame: pd.DataFrame

    @property
    def labels(self) -> dict[str, str]:
        """What to write for a value of either factor."""
        return options_of(self.rows) | options_of(self.columns)

    def grid(self, column: str) -> pd.DataFrame:
        """A column of the result as rows by columns, in the order of the filters' options."""
        wide = self.frame.pivot_table(index="row_value", columns="column_value", values=column, dropna=False)
        order = [[value for value in options_of(key) if value in axis]
                 for key, axis in ((self.rows, wide.index), (self.columns, wide.columns))]  # fmt: skip
        return wide.reindex(index=order[0], columns=order[1])

    def limits(self) -> tuple[float, float]:
        """Ends of the colour scale: 0 to 100 %, or alike to both sides of zero for a difference."""
        if self.measure != "difference":
            return 0.0, 100.0
        spread = max(1.0, float(self.frame["difference"].abs().max()))
        return -spread, spread

    def theme(self) -> Theme:
        """The colours of the theme that the viewer sees; both scales stand in .streamlit/config.toml."""
        return theme_of("Diverging" if self.measure == "difference" else "Sequential")

    def of_references(self) -> pd.Series:
        """Which cells are a reference model's, where models are a factor and others are there too."""
        references = {model_id for model_id, kind in model_kinds().items() if kind == "reference"}
        factors = [axis for axis, factor in zip(AXES, (self.rows, self.columns), strict=True) if factor == "model"]
        is_reference = self.frame[factors].isin(references).any(axis=1)
        return is_reference & (not is_reference.all())

    def named(self) -> pd.DataFrame:
        """The result with labels instead of values."""
        labels = self.labels
        columns = {axis: [labels.get(value, value) for value in self.frame[axis]] for axis in AXES}
        return self.frame.assign(**columns)

    def extremes(self) -> str:
        """Which cells are highest and lowest, references aside, in a sentence; empty where nothing could be read."""
        ranked = self.named()[~self.of_references()].dropna(subset=[self.measure])
        ranked = ranked.sort_values(self.measure, ascending=False)
        if ranked.empty:
            return ""
        best, worst = (self._in_words(ranked.to_dict("records")[place]) for place in (0, -1))
        return f"{MEASURES[self.measure]} is highest for {best}, lowest for {worst}."

    def _in_words(self, cell: Mapping[Hashable, Any]) -> str:
        return f"{plain(cell['row_value'])} × {plain(cell['column_value'])} ({cell[self.measure]:.1f} %)"

    def open_clicked(self) -> None:
        """Callback of the chart: opens the cases of the cell that was clicked."""
        if points := st.session_state["heatmap"].selection.points:
            self._open(*points[0]["customdata"])

    def open_chosen(self) -> None:
        """Callback of the table, the way to a cell by keyboard: opens the cases of the chosen row."""
        if chosen := st.session_state["heatmap_table"].selection.rows:
            self._open(*self.frame.iloc[chosen[0]][list(AXES)])

    def _open(self, row_value: str, column_value: str) -> None:
        choose(**{self.rows: row_value, self.columns: column_value})
        # An empty address: Streamlit refuses to clear one that widgets are bound to; Cases writes the filters into it.
        st.switch_page("dashboard/app_pages/cases.py", query_params={})
