"""What does the tilt of the camera do to the answers, against the world and against the flat picture?"""

import streamlit as st

from core.analyses.tilt import BANDWIDTH_DEG, FEW_TRIANGLES, tilt_sentence
from core.text import plain
from dashboard import charts
from dashboard.charts.tilt import kappa_by_tilt
from dashboard.filters import clear_filters, show_filters
from dashboard.parts import tilt
from dashboard.queries import query

st.title("Tilt")
filters = show_filters()
photographs = query("tilts", filters=filters)
without = int(photographs["tilt_deg"].isna().sum())
lines = (
    st.segmented_control(
        "Lines",
        list(tilt.LINES),
        format_func=tilt.LINES.__getitem__,
        default="model",
        required=True,
        key="lines",
        bind="query-params",
    )
    or "model"
)
shown = tilt.figures(filters, lines)
if shown is None:
    st.info(
        f"{len(photographs):,} photographs fit these filters, {without:,} of them without a measured tilt; no readable "
        "answer is about one that has it. The tilt is measured where the photograph is on the disk.",
        title="Nothing to show",
    )
    st.button("Clear all filters", on_click=clear_filters)
else:
    if len(shown.changes):
        st.markdown(f"#### {plain(tilt_sentence(shown.changes, shown.low, shown.high))}")
    else:
        st.markdown("#### Too few triangles were photographed in two bands of tilt to say what tilting does.")
    looks = tilt.looks(shown)
    st.caption(
        f"Marks: mean kappa per band of ten degrees with its 95 % interval, clustered by triangle; faint below "
        f"{FEW_TRIANGLES} triangles. Curves: the mean near each angle, the nearer the more (Nadaraya-Watson, "
        f"{BANDWIDTH_DEG:g}° to either side). {len(photographs):,} photographs, {without:,} without a measured tilt "
        f"left out; {shown.unreadable:,} unreadable answers. Image-plane solver: perfect thinking in the flat picture, "
        "which tilt bends; homography solver: the ceiling. A model that does not look loses nothing to tilt either. "
        "A click on a mark opens its cases."
    )
    st.plotly_chart(
        kappa_by_tilt(shown.bands, shown.curves, looks),
        key="kappa_by_tilt",
        on_select=tilt.Doors(shown).open_clicked,
        selection_mode="points",
        config=charts.CONFIG,
        alt="Kappa 3D and 2D against the tilt of the camera",
    )
    with st.expander("As a table"):
        tilt.show_bands(shown, looks)
    if len(shown.changes):
        st.header("What tilting costs", anchor=False)
        st.caption(
            f"Kappa in {shown.high} minus kappa in {shown.low}, in points of percent, on the triangles that were "
            "photographed in both. Verdicts are corrected for the number of rows (Holm)."
        )
        tilt.show_changes(shown)

st.header("Homography against accelerometer", anchor=False)
tilt.show_accelerometer(photographs)
