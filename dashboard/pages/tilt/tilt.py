"""The page Tilt: the effect of the camera's tilt on answers, against the scene and against the image plane."""

from collections.abc import Mapping
from functools import partial

import streamlit as st

from core.analyses.tilt import BANDWIDTH_DEG, build_tilt_headline, describe_tilt_comparison
from core.formatting import escape_markdown
from core.records import FEW_GROUPS
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.tilt import sections, texts
from dashboard.pages.tilt.line_styles import LineStyle
from dashboard.pages.tilt.small_multiples import SHOWN_AT_FIRST, list_panel_keys, show_panels
from dashboard.runtime.state_keys import tilt as keys
from dashboard.selection.cached_analyses import show_run_limit_note
from dashboard.selection.filters import clear_filters, read_filters
from dashboard.selection.selectors import choose_segment
from dashboard.shell.page_title import show_page_title
from dashboard.widgets import finding_links
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.navigation import request_full_run
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.run_selector import ONE_RUN
from dashboard.widgets.tables import show_lazy_expander


def show_all_panels(shown: sections.TiltResults, looks: Mapping[str, LineStyle]) -> None:
    """Show a panel per line; a click on a mark opens its cases, also from within an expander."""
    open_mark = sections.CaseLinks(shown).open_mark

    def leave(mark: tuple[str, str]) -> None:
        request_full_run()
        open_mark(mark)

    show_panels(shown.bands, shown.curves, looks, leave)


show_page_title("Tilt")
st.markdown(texts.QUESTION)
filters = read_filters()
effect = st.container()
photographs = run_query("tilts", filters=filters)
st.header(texts.CURVES_TITLE, anchor=False)
lines_for = choose_segment("Lines", sections.LINES_FOR, keys.LINES)
show_run_limit_note(filters, sections.choose_run_scope(lines_for))
case_count = get_benchmark_info().format_case_count(len(photographs))
without = int(photographs["tilt_deg"].isna().sum())
shown = sections.compute_results(filters, lines_for)
if shown is None:
    with effect:
        st.info(texts.explain_no_answer(case_count, without), title="Nothing to show")
        st.button("Clear all filters", on_click=clear_filters)
    st.stop()
with effect:
    if len(shown.changes):
        headline = build_tilt_headline(shown.changes, shown.low, shown.high)
        finding_links.show(
            headline.text, keys.FINDING_CASES, finding_links.link_to_cases(headline.run_ids, **headline.levels)
        )
        comparison = describe_tilt_comparison(shown.changes, shown.low, shown.high)
        on_overview = sections.describe_overview_effect(headline.run_ids)
        st.caption(escape_markdown(" ".join(filter(None, [comparison, on_overview]))))
        sections.show_effect(shown)
    else:
        st.markdown(f"#### {texts.NO_EFFECT}")
st.caption(texts.describe_counts(len(photographs), case_count, without, shown.unreadable))
looks = sections.build_line_styles(shown)
if lines_for == "model":
    sections.show_lines(shown, looks, list_panel_keys(looks)[:SHOWN_AT_FIRST])
    show_lazy_expander(texts.PANELS_EXPANDER, "tilt_panels", partial(show_all_panels, shown, looks))
else:
    show_all_panels(shown, looks)
show_help_popover(texts.explain_charts(FEW_GROUPS, BANDWIDTH_DEG, ONE_RUN, describe_parser()))
sections.show_bands(shown, looks)
