"""Where do the models succeed and fail: which question, condition, object and shape?"""

from collections.abc import Hashable, Mapping
from typing import Any

import streamlit as st

from core.text import plain
from dashboard import charts
from dashboard.filters import FILTERS, choose, clear_filters, options_of, show_filters
from dashboard.queries import query
from dashboard.tables import percent, show_table

MEASURES = {"kappa_3d": "Kappa 3D", "kappa_2d": "Kappa 2D", "difference": "2D minus 3D"}
FACTORS = {item.key: item.label for item in FILTERS}

st.title("Heatmaps")
filters = show_filters()
with st.container(horizontal=True):
    measure = st.segmented_control(
        "Measure", list(MEASURES), format_func=MEASURES.__getitem__, default="kappa_3d", required=True, key="measure",
        bind="query-params",
    ) or "kappa_3d"  # fmt: skip
    rows = st.selectbox("Rows", FACTORS, format_func=FACTORS.__getitem__, key="rows", bind="query-params", width=240)
    columns = st.selectbox(
        "Columns", FACTORS, index=1, format_func=FACTORS.__getitem__, key="columns", bind="query-params", width=240
    )


def open_cases(row_value: str, column_value: str) -> None:
    """Goes to the cases of a cell, within the present filters."""
    choose(**{rows: row_value, columns: column_value})
    # An empty address: Streamlit refuses to clear one that widgets are bound to; Cases writes the filters into it.
    st.switch_page("dashboard/app_pages/cases.py", query_params={})


def open_cell() -> None:
    """Opens the cell that was clicked."""
    if points := st.session_state["heatmap"].selection.points:
        open_cases(*points[0]["customdata"])


def theme(is_difference: bool) -> charts.Theme:
    """The colours of the theme that the viewer sees; both scales stand in .streamlit/config.toml."""
    name = st.context.theme.type or "light"
    scale = st.get_option(f"theme.{name}.chart{'Diverging' if is_difference else 'Sequential'}Colors")
    return charts.Theme(scale, st.get_option(f"theme.{name}.textColor"))


cells = query("heatmap", row_factor=rows, column_factor=columns, filters=filters).dropna(
    subset=["row_value", "column_value"]
)
if cells.empty:
    st.info("No answer fits these filters.", title="Nothing to show")
    st.button("Clear all filters", on_click=clear_filters)
    st.stop()

labels = options_of(rows) | options_of(columns)


def name_of(cell: Mapping[Hashable, Any]) -> str:
    """A cell in words."""
    names = (
        plain(labels.get(cell["row_value"], cell["row_value"])),
        plain(labels.get(cell["column_value"], cell["column_value"])),
    )
    return f"{' × '.join(names)} ({cell[measure]:.1f} %)"


ranked = cells.dropna(subset=[measure]).sort_values(measure, ascending=False).to_dict("records")
if ranked:
    st.markdown(f"#### {MEASURES[measure]} is highest for {name_of(ranked[0])}, lowest for {name_of(ranked[-1])}.")
answers, unreadable = int(cells["n"].sum()), int(cells["unreadable"].sum())
st.caption(
    f"{MEASURES[measure]}: mean over readable answers, in %; n is their number. {answers:,} answers, "
    f"{unreadable:,} unreadable. A positive 2D minus 3D says that the models describe the flat picture. "
    "A click on a cell opens its cases."
)
grid = cells.pivot_table(index="row_value", columns="column_value", values=measure, dropna=False)
counts = cells.pivot_table(index="row_value", columns="column_value", values="n", dropna=False)
order = [
    [value for value in options_of(key) if value in axis] for key, axis in ((rows, grid.index), (columns, grid.columns))
]
grid, counts = (frame.reindex(index=order[0], columns=order[1]) for frame in (grid, counts))
spread = max(1.0, float(grid.abs().max().max()))
is_difference = measure == "difference"
st.plotly_chart(
    charts.heatmap(grid, counts, labels, (-spread, spread) if is_difference else (0.0, 100.0), theme(is_difference)),
    key="heatmap", on_select=open_cell, selection_mode="points", config=charts.CONFIG,
    alt=f"{MEASURES[measure]} by {FACTORS[rows]} and {FACTORS[columns]}",
)  # fmt: skip
columns_shown = {
    "row_value": FACTORS[rows], "column_value": FACTORS[columns], "kappa_3d": percent("kappa 3D, %"),
    "kappa_2d": percent("kappa 2D, %"), "difference": percent("2D − 3D"), "n": "n", "unreadable": "unreadable",
    "triangles": "triangles",
}  # fmt: skip
named = cells.copy()
for axis in ("row_value", "column_value"):
    named[axis] = named[axis].map(lambda value: labels.get(value, value))


def open_row() -> None:
    """Opens the cell whose row was chosen in the table, the way to a cell by keyboard."""
    if chosen := st.session_state["heatmap_table"].selection.rows:
        open_cases(*cells.iloc[chosen[0]][["row_value", "column_value"]])


show_table(named, "heatmap", columns_shown, on_select=open_row)
