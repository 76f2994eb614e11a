"""Where do the models succeed and fail: which question, condition, object and shape?"""

import streamlit as st

from core.records import FEW_GROUPS
from core.text import plain
from dashboard.analysed import say_shown
from dashboard.choices import accept_former, choose_listed, choose_one, choose_or_none
from dashboard.figures import how_to_read, show_chart
from dashboard.filters import chosen_filters, made_of_answers
from dashboard.parts import cell_cases, cells, cells_in_words
from dashboard.parts.parser_note import describe_parser
from dashboard.parts.runs import show_nothing
from dashboard.queries import about
from dashboard.tables import chosen_row, forget_row, show_data

st.title("Heatmaps")
filters = chosen_filters()
described = about()
measures = cells.measures()
names = {key: found.label for key, found in measures.items()}
accept_former("measure", names, {one.former: key for key, one in measures.items() if one.former})
measure = choose_one("Measure", names, "measure")
labels = {key: cells.factor_label(key) for key in described.factors}
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

if (counted := cells.counted_for((rows, columns, panels))) != "pooled":
    say_shown(filters, counted)
cell, shown = cell_cases.opened(), measures[measure]
found = cells.drawn(filters, (rows, columns, panels), shown, min_groups, sorts=sorts, opened=cell.values)
left_out = cells.left_out(filters, (rows, columns, panels))
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
if whose := cells_in_words.whose(found.cells, filters):
    st.caption(whose)
how_to_read(f"{cells_in_words.how_to_read_cells(found.cells)}\n\n{describe_parser()}")
alt = f"{shown.label} by {' and '.join(map(cells.factor_label, found.cells.factors))}"
show_chart(found.figure, "heatmap-chart", alt, found.cells.open_cell, found.least_width_px)
cell_cases.show(filters, cell)
if (place := chosen_row("heatmap")) is not None and not found.cells.is_row(place, cell.values):
    forget_row("heatmap")
show_data(found.named, "heatmap", cells_in_words.heads(found.cells), alt, found.cells.open_row)
