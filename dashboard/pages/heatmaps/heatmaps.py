"""The page Heatmaps: where models succeed and fail, by question, condition, object and shape."""

import streamlit as st

from core.analyses.phrases import NO_ANSWER_FITS
from core.formatting import escape_markdown
from core.records import FEW_GROUPS
from dashboard.data.benchmark_info import get_benchmark_info, has_model_answered
from dashboard.pages.heatmaps import cell_cases, code_cells, heatmap_cells, heatmap_view, texts
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import heatmaps as keys
from dashboard.selection.cached_analyses import show_run_limit_note
from dashboard.selection.filters import describe_derived_factors, read_filters
from dashboard.selection.selectors import (
    choose_number,
    choose_option,
    choose_optional,
    choose_segment,
    migrate_renamed_option,
)
from dashboard.shell.page_title import show_page_title
from dashboard.style.theme import reserve_height
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.code_selection import CODES, FORMER_TITLES, TITLE, has_codes
from dashboard.widgets.run_selector import show_empty_state
from dashboard.widgets.start_links import show_start_links
from dashboard.widgets.tables import clear_row_selection, read_selected_row, show_table_expander

ANSWER_PX = 60
"""Height reserved for the sentence above the controls, which is computed after them."""

show_page_title("Heatmaps")
st.markdown(texts.QUESTION)
show_start_links(texts.NO_MODEL, has_score=True, describes_references=False)
has_models = has_model_answered()
filters = read_filters()
described = get_benchmark_info()
measures = heatmap_view.list_measures()
names = {key: found.label for key, found in measures.items()}
migrate_renamed_option(
    keys.MEASURE, names, {former: key for key, measure in measures.items() for former in measure.former}
)
answer_place = st.container(key=keys.ANSWER)
reserve_height(keys.ANSWER, ANSWER_PX)
measure_place = st.container()
labels = {key: heatmap_cells.get_factor_label(key) for key in described.factors}
with_codes = labels | ({CODES: TITLE} if has_codes() else {})
for key in (keys.ROWS, common_keys.COLUMNS):
    migrate_renamed_option(key, with_codes, FORMER_TITLES)
with st.container(horizontal=True, vertical_alignment="bottom"):
    places = (1, 0) if heatmap_view.are_models_in_columns() else (0, 1)
    rows = choose_option("Rows", with_codes, keys.ROWS, place=places[0], width=220)
    columns = choose_option("Columns", with_codes, common_keys.COLUMNS, place=places[1], width=220)
    with st.popover(texts.MORE_SETTINGS, icon=":material/tune:"):
        if keys.PANELS.read() in (rows, columns):
            keys.PANELS.write(None)
        others = {key: label for key, label in labels.items() if key not in (rows, columns)}
        panels = choose_optional("Panels", others, keys.PANELS, "none", width=220)
        min_groups = choose_number(
            texts.name_min_groups(described.words.groups),
            1,
            20,
            FEW_GROUPS,
            keys.MIN_GROUPS,
            width=220,
            help=texts.explain_min_groups(described.words.group, FEW_GROUPS),
        )
        sorts = st.toggle(texts.ORDER, value=True, key=keys.IS_SORTED, bind="query-params")

if CODES in (rows, columns):
    code_cells.show(filters, (rows, columns, panels), min_groups, sorts=sorts)
    st.stop()
with measure_place:
    measure = choose_segment("Measure", names, keys.MEASURE)
if (counted := heatmap_view.choose_run_scope((rows, columns, panels))) != "pooled":
    show_run_limit_note(filters, counted)
cell, shown = cell_cases.read_open_cell(), measures[measure]
found = heatmap_view.build_heatmap(filters, (rows, columns, panels), shown, min_groups, sorts=sorts, opened=cell.values)
left_out = heatmap_view.describe_excluded_answers(filters, (rows, columns, panels))
if found is None:
    show_empty_state(left_out or NO_ANSWER_FITS)

with answer_place:
    if found.sentence:
        st.markdown(f"#### {found.sentence}")
    from_answers = [factor.key for factor in described.case_factors if factor.origin == "answers"]
    if any(key in found.cells.factors or filters[key] for key in from_answers):
        st.caption(describe_derived_factors())
    whose = heatmap_view.describe_reference_answers(found.cells, filters)
    if whose and (has_models or not found.cells.has_models):  # else stated above
        st.caption(whose)
factor_labels = [heatmap_cells.get_factor_label(key) for key in found.cells.factors]
meaning = texts.describe_measure(shown.title, escape_markdown(shown.says), factor_labels)
st.caption(f"{meaning} {texts.SIGNIFICANT}" if shown.is_signed else meaning)
alt = texts.describe_heatmap(shown.label, factor_labels)
show_chart(found.figure, keys.HEATMAP, alt, found.cells.open_cell, found.least_width_px)
total, unreadable = int(found.named["answers"].sum()), int(found.named["unreadable"].sum())
counts = texts.format_answer_counts(total, unreadable)
st.caption(" ".join(filter(None, (counts, found.n_text, left_out, found.few_text))))
show_help_popover(heatmap_view.explain_cells(found.cells))
cell_cases.show(filters, cell, found.cells.labels)
if (place := read_selected_row("heatmap")) is not None and not found.cells.is_row(place, cell.values):
    clear_row_selection("heatmap")
show_table_expander(found.named, "heatmap", heatmap_view.build_headings(found.cells), alt, found.cells.open_row)
