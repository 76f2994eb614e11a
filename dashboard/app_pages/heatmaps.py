"""Where do the models succeed and fail: which question, condition, object and shape?"""

import streamlit as st

from dashboard import charts
from dashboard.cells import FACTORS, MEASURES, Cells
from dashboard.filters import clear_filters, show_filters
from dashboard.queries import model_kinds, query
from dashboard.sidebar import with_references
from dashboard.tables import percent, show_table

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

side_by_side = {**filters, "with_references": "model" in (rows, columns) and with_references()}
result = query("heatmap", row_factor=rows, column_factor=columns, filters=side_by_side)
cells = Cells(rows, columns, measure, result.dropna(subset=["row_value", "column_value"]))
if cells.frame.empty:
    st.info("No answer fits these filters.", title="Nothing to show")
    st.button("Clear all filters", on_click=clear_filters)
    st.stop()

if sentence := cells.extremes():
    st.markdown(f"#### {sentence}")
answers, unreadable = int(cells.frame["n"].sum()), int(cells.frame["unreadable"].sum())
st.caption(
    f"{MEASURES[measure]}: mean over readable answers, in %; n is their number. {answers:,} answers, "
    f"{unreadable:,} unreadable. A positive 2D minus 3D says that the models describe the flat picture. "
    "A click on a cell opens its cases."
)
st.plotly_chart(
    charts.heatmap(cells.grid(measure), cells.grid("n"), cells.labels, cells.limits(), cells.theme(),
                   [model_id for model_id, kind in model_kinds().items() if kind == "reference"]),
    key="heatmap", on_select=cells.open_clicked, selection_mode="points", config=charts.CONFIG,
    alt=f"{MEASURES[measure]} by {FACTORS[rows]} and {FACTORS[columns]}",
)  # fmt: skip
shown = {
    "row_value": FACTORS[rows], "column_value": FACTORS[columns], "kappa_3d": percent("kappa 3D, %"),
    "kappa_2d": percent("kappa 2D, %"), "difference": percent("2D − 3D"), "n": "n", "unreadable": "unreadable",
    "triangles": "triangles",
}  # fmt: skip
show_table(cells.named(), "heatmap", shown, on_select=cells.open_chosen)
