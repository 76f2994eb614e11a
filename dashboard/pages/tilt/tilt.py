"""What does the tilt of the camera do to the answers, against the world and against the flat picture?"""

import streamlit as st

from core.analyses.phrases import FAMILY
from core.analyses.tilt import BANDWIDTH_DEG, tilt_headline
from core.records import FEW_GROUPS
from dashboard.data.queries import about, query
from dashboard.pages.tilt import sections
from dashboard.pages.tilt.small_multiples import show_panels
from dashboard.selection.cached_analyses import say_shown
from dashboard.selection.filters import chosen_filters, clear_filters
from dashboard.selection.selectors import choose_one
from dashboard.widgets import finding_links
from dashboard.widgets.chart_display import how_to_read
from dashboard.widgets.run_selector import ONE_RUN

st.title("Tilt")
filters = chosen_filters()
photographs = query("tilts", filters=filters)
lines_for = choose_one("Lines", sections.LINES_FOR, "lines")
say_shown(filters, sections.counted_for(lines_for))
without = int(photographs["tilt_deg"].isna().sum())
shown = sections.figures(filters, lines_for)
if shown is None:
    st.info(
        f"{about().cases_text(len(photographs))} fit these filters, {without:,} of them without a measured tilt. No "
        "readable answer is about one with a measured tilt. Tilt is measured where the picture's file is available.",
        title="Nothing to show",
    )
    st.button("Clear all filters", on_click=clear_filters)
else:
    if len(shown.changes):
        headline = tilt_headline(shown.changes, shown.low, shown.high)
        finding_links.show(headline.text, "tilt-cases", finding_links.to_cases(headline.run_ids, **headline.levels))
    else:
        st.markdown("#### Too few triangles were photographed in two bands of tilt to show an effect of tilting.")
    st.caption(
        f"{about().cases_text(len(photographs))}, {without:,} without a measured tilt left out; {shown.unreadable:,} "
        "unreadable answers."
    )
    how_to_read(
        "**Marks:** mean score per band of ten degrees with its 95 % interval, triangles as clusters, at the mean tilt "
        f"of the band; faint below {FEW_GROUPS} triangles.\n\n**Curves:** local mean (Nadaraya–Watson, ± "
        f"{BANDWIDTH_DEG:g}°) with its 95 % interval. Grey curves without a name are those of the other panels. "
        "A grey stripe with two strokes on the axis: tilts at which there is nothing to draw are left out.\n\n"
        "**Image-plane solver:** a perfect reader of the 2D picture, which tilt distorts. **Homography solver:** the "
        "ceiling. A model that does not look at the photograph loses nothing to tilt.\n\n"
        f"**Panels for questions:** means over the models, each by one run: {ONE_RUN}.\n\n"
        "A click on a mark opens its cases."
    )
    looks = sections.looks(shown)
    show_panels(shown.bands, shown.curves, looks, sections.LinksToCases(shown).open_mark)
    sections.show_bands(shown, looks)
    if len(shown.changes):
        st.header("The effect of tilting", anchor=False)
        st.caption(
            f"Score in {shown.high} minus score in {shown.low}, in points, on the triangles in both bands. "
            "Verdicts are corrected for the number of models."
        )
        how_to_read(FAMILY)
        sections.show_changes(shown)

st.header("Homography against accelerometer", anchor=False)
sections.show_accelerometer(photographs)
