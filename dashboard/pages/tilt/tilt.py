"""The page Tilt: the effect of the camera's tilt on answers, against the scene and against the image plane."""

import streamlit as st

from core.analyses.phrases import FAMILY
from core.analyses.tilt import BANDWIDTH_DEG, build_tilt_headline
from core.records import FEW_GROUPS
from dashboard.data.queries import get_benchmark_info, run_query
from dashboard.pages.tilt import sections
from dashboard.pages.tilt.small_multiples import show_panels
from dashboard.selection.cached_analyses import show_run_limit_note
from dashboard.selection.filters import clear_filters, read_filters
from dashboard.selection.selectors import choose_segment
from dashboard.widgets import finding_links
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.run_selector import ONE_RUN

st.title("Tilt")
filters = read_filters()
photographs = run_query("tilts", filters=filters)
lines_for = choose_segment("Lines", sections.LINES_FOR, "lines")
show_run_limit_note(filters, sections.choose_run_scope(lines_for))
without = int(photographs["tilt_deg"].isna().sum())
shown = sections.compute_results(filters, lines_for)
if shown is None:
    st.info(
        f"{get_benchmark_info().format_case_count(len(photographs))} fit these filters, {without:,} of them without a "
        "measured tilt. "
        "No readable answer is about one with a measured tilt. Tilt is measured if the image file is available.",
        title="Nothing to show",
    )
    st.button("Clear all filters", on_click=clear_filters)
else:
    if len(shown.changes):
        headline = build_tilt_headline(shown.changes, shown.low, shown.high)
        finding_links.show(
            headline.text, "tilt-cases", finding_links.link_to_cases(headline.run_ids, **headline.levels)
        )
    else:
        st.markdown("#### Too few triangles were photographed in two bands of tilt to show an effect of tilting.")
    st.caption(
        f"{get_benchmark_info().format_case_count(len(photographs))}, {without:,} without a measured tilt left out; "
        f"{shown.unreadable:,} "
        "unreadable answers."
    )
    show_help_popover(
        "**Marks:** mean score per band of ten degrees with its 95 % interval, triangles as clusters, at the mean tilt "
        f"of the band; faint below {FEW_GROUPS} triangles.\n\n**Curves:** local mean (Nadaraya–Watson, ± "
        f"{BANDWIDTH_DEG:g}°) with its 95 % interval. Unlabelled grey curves are those of the other panels. "
        "A grey stripe with two strokes on the axis marks a range of tilts without data that is left out.\n\n"
        "**Image-plane solver:** a perfect reader of the 2D picture, which tilt distorts. **Homography solver:** the "
        "ceiling. A model that does not look at the photograph loses nothing to tilt.\n\n"
        f"**Panels for questions:** means over the models, each by one run: {ONE_RUN}.\n\n"
        "Click a mark to open its cases."
    )
    looks = sections.build_line_styles(shown)
    show_panels(shown.bands, shown.curves, looks, sections.CaseLinks(shown).open_mark)
    sections.show_bands(shown, looks)
    if len(shown.changes):
        st.header("The effect of tilting", anchor=False)
        st.caption(
            f"Score in {shown.high} minus score in {shown.low}, in points, on the triangles in both bands. "
            "Verdicts are corrected for the number of models."
        )
        show_help_popover(FAMILY)
        sections.show_changes(shown)

st.header("Homography against accelerometer", anchor=False)
sections.show_accelerometer(photographs)
