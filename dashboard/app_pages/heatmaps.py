"""Where do the models succeed and fail: which question, condition, object and shape?"""

import streamlit as st

from core.analyses.wording import GIVEN_CONSTANTS
from core.records import FEW_GROUPS
from core.text import plain
from dashboard.analysed import say_shown
from dashboard.choices import choose_listed, choose_one, choose_or_none
from dashboard.figures import how_to_read, show_chart
from dashboard.filters import chosen_filters, made_of_answers
from dashboard.parts import cell_cases, cells
from dashboard.parts.runs import ONE_RUN, show_nothing
from dashboard.queries import about
from dashboard.tables import percent, show_data

st.title("Heatmaps")
filters = chosen_filters()
described = about()
measures = cells.measures()
measure = choose_one("Measure", {key: found.label for key, found in measures.items()}, "measure")
labels = {key: cells.factor_label(key) for key in described.factors}
with st.container(horizontal=True):
    rows = choose_listed("Rows", labels, "rows", width=220)
    columns = choose_listed("Columns", labels, "columns", place=1, width=220)
    panels = choose_or_none("Panels", labels, "panels", "one", width=220)
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
found = cells.drawn(filters, (rows, columns, panels), measure, min_groups, sorts=sorts)
left_out = cells.left_out(filters, (rows, columns, panels))
if found is None:
    show_nothing(left_out or "No answer fits these filters.")

if found.sentence:
    st.markdown(f"#### {found.sentence}")
title, says = measures[measure].title, plain(measures[measure].says)
total, unreadable = int(found.named["answers"].sum()), int(found.named["unreadable"].sum())
st.caption(f"{title}: {says}. {total:,} answers, {unreadable:,} unreadable. {found.n_text} {left_out} {found.few_text}")
from_answers = [factor.key for factor in described.case_factors if factor.origin == "answers"]
if any(key in found.cells.factors or filters[key] for key in from_answers):
    st.caption(made_of_answers())
if measure == "skill":
    st.caption(GIVEN_CONSTANTS)
how_to_read(
    "n is the number of answers behind a mean; it stands in the cells where it differs. The mouse on a cell shows its "
    f"95 % interval, for which {described.words.groups} are clusters. A difference is bold where its interval excludes "
    "0. A click shows the cell's cases below the map.\n\n"
    "The colours range over the models' cells. Reference models stand below them without colour, or in their place "
    "where no model has answered. *mean* is over all answers of a row or a column, each alike; over models it leaves "
    "references out.\n\n"
    f"A model counts by one run: {ONE_RUN}. *Run*, *Prompt* or *Image view* as a factor, or chosen under "
    "*More filters*, shows the other runs. "
    "Chosen runs of one model count together where models are a factor.\n\n"
    "Reference models count only where models or runs are a factor, or where no model has such a run."
)
alt = f"{measures[measure].label} by {' and '.join(map(cells.factor_label, found.cells.factors))}"
show_chart(found.figure, "heatmap", alt, found.cells.open_cell, found.least_width_px)
cell_cases.show(filters, "heatmap")
shown = {
    "row_value": cells.factor_label(rows),
    "column_value": cells.factor_label(columns),
    **({"panel_value": cells.factor_label(panels)} if panels else {}),
    "value": percent(title),
    "low": percent("95 % from"),
    "high": percent("to"),
    "n": "n",
    "unreadable": "unreadable",
    "n_groups": described.words.groups,
    **(
        {"least": percent("these as wrong, %"), "most": percent("as right, %")}
        if found.named["least"].notna().any()
        else {}
    ),
}
show_data(found.named, "heatmap", shown, alt, found.cells.open_row)
