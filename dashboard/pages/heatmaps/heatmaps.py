"""Where do the models succeed and fail: which question, condition, object and shape?"""

import streamlit as st

from core.formatting import plain
from core.records import FEW_GROUPS
from dashboard.data.queries import about
from dashboard.pages.heatmaps import captions, cell_cases, heatmap_cells
from dashboard.selection.cached_analyses import say_shown
from dashboard.selection.filters import chosen_filters, made_of_answers
from dashboard.selection.selectors import accept_former, choose_listed, choose_one, choose_or_none
from dashboard.widgets.chart_display import how_to_read, show_chart
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.run_selector import show_nothing
from dashboard.widgets.tables import chosen_row, forget_row, show_data

st.title("Heatmaps")
filters = chosen_filters()
described = about()
measures = heatmap_cells.measures()
names = {key: found.label for key, found in measures.items()}
accept_former("measure", names, {one.former: key for key, one in measures.items() if one.former})
measure = choose_one("Measure", names, "measure")
labels = {key: heatmap_cells.factor_label(key) for key in described.factors}
with st.container(horizontal=True):
    rows = choose_listed("Rows", labels, "rows", width=220)
    columns = choose_listed("Columns", labels, "columns", place=1, width=220)
    if st.session_state.get("panels") in (rows, columns):
        st.session_state["panels"] = None
    others = {key: label for key, label in labels.items() if key not in (rows, columns)}
    panels = choose_or_none("Panels", others, "panels", "one", width=220)
    min_groups = st.number_input(
        f"Fewest {described.words.groups}",
        1,
        20,
        FEW_GROUPS,
        key="fewest",
        bind="query-params",
        width=140,
        help=f"A cell with fewer is grey. The {described.words.group} is the unit, not the answer: at five "
        f"triangles of "
        "Tri-Bench a 95 % interval of one question holds the true mean in 77 to 94 cases of 100, from "
        f"{FEW_GROUPS} on in 86 to 96.",
    )

    sorts = st.toggle("Rows by mean", value=True, key="sorts", bind="query-params")

if (counted := heatmap_cells.counted_for((rows, columns, panels))) != "pooled":
    say_shown(filters, counted)
cell, shown = cell_cases.opened(), measures[measure]
found = heatmap_cells.drawn(filters, (rows, columns, panels), shown, min_groups, sorts=sorts, opened=cell.values)
left_out = heatmap_cells.left_out(filters, (rows, columns, panels))
if found is None:
    show_nothing(left_out or "No answer fits these filters.")

if found.sentence:
    st.markdown(f"#### {found.sentence}")
title, says = shown.title, plain(shown.says)
total, unreadable = int(found.named["answers"].sum()), int(found.named["unreadable"].sum())
st.caption(f"{title}: {says}. {total:,} answers, {unreadable:,} unreadable. {found.n_text} {left_out} {found.few_text}")
from_answers = [factor.key for factor in described.case_factors if factor.origin == "answers"]
if any(key in found.cells.factors or filters[key] for key in from_answers):
    st.caption(made_of_answers())
if whose := captions.whose(found.cells, filters):
    st.caption(whose)
how_to_read(f"{captions.how_to_read_cells(found.cells)}\n\n{describe_parser()}")
alt = f"{shown.label} by {' and '.join(map(heatmap_cells.factor_label, found.cells.factors))}"
show_chart(found.figure, "heatmap-chart", alt, found.cells.open_cell, found.least_width_px)
cell_cases.show(filters, cell)
if (place := chosen_row("heatmap")) is not None and not found.cells.is_row(place, cell.values):
    forget_row("heatmap")
show_data(found.named, "heatmap", captions.heads(found.cells), alt, found.cells.open_row)
