"""Where do the models succeed and fail: which question, condition, object and shape?"""

import streamlit as st

from core.analyses.heatmap import CELL_MEASURES, FACTORS
from core.text import plain
from dashboard import charts
from dashboard.filters import clear_filters, show_filters
from dashboard.parts.cells import drawn, factor_label
from dashboard.sidebar import with_references
from dashboard.tables import percent, show_table

st.title("Heatmaps")
filters = show_filters()
measure = (
    st.segmented_control(
        "Measure",
        list(CELL_MEASURES),
        format_func=lambda key: CELL_MEASURES[key].label,
        default="kappa_3d",
        required=True,
        key="measure",
        bind="query-params",
    )
    or "kappa_3d"
)
with st.container(horizontal=True):
    rows = st.selectbox("Rows", FACTORS, format_func=factor_label, key="rows", bind="query-params", width=220)
    columns = st.selectbox(
        "Columns", FACTORS, index=1, format_func=factor_label, key="columns", bind="query-params", width=220
    )
    panels = st.selectbox(
        "Panels",
        FACTORS,
        index=None,
        format_func=factor_label,
        key="panels",
        bind="query-params",
        width=220,
        placeholder="one",
    )
    min_triangles = st.slider(
        "Fewest triangles",
        1,
        20,
        5,
        key="fewest",
        bind="query-params",
        width=200,
        help="A cell with fewer triangles is grey: its mean says little. The triangle is the unit, not the answer.",
    )

is_by_model = "model" in (rows, columns, panels)
selected = {**filters, "with_references": is_by_model and with_references()}
found = drawn(selected, (rows, columns, panels), measure, min_triangles)
if found is None:
    st.info("No answer fits these filters.", title="Nothing to show")
    st.button("Clear all filters", on_click=clear_filters)
    st.stop()

if found.sentence:
    st.markdown(f"#### {found.sentence}")
total, unreadable = int(found.named["answers"].sum()), int(found.named["unreadable"].sum())
st.caption(
    f"{CELL_MEASURES[measure].label}: {plain(CELL_MEASURES[measure].says)}, in %; "
    "n is the number of answers behind it. "
    f"{total:,} answers, {unreadable:,} unreadable. Intervals (95 %, by triangle) show when the mouse is on a cell; a "
    "click opens its cases."
)
st.plotly_chart(
    found.figure,
    key="heatmap",
    on_select=found.cells.open_clicked,
    selection_mode="points",
    config=charts.CONFIG,
    alt=f"{CELL_MEASURES[measure].label} by {' and '.join(map(factor_label, found.cells.factors))}",
)
shown = {
    "row_value": factor_label(rows),
    "column_value": factor_label(columns),
    **({"panel_value": factor_label(panels)} if panels else {}),
    "value": percent(f"{CELL_MEASURES[measure].label}, %"),
    "low": percent("95 % from"),
    "high": percent("to"),
    "n": "n",
    "unreadable": "unreadable",
    "n_triangles": "triangles",
}
show_table(found.named, "heatmap", shown, on_select=found.cells.open_chosen)
