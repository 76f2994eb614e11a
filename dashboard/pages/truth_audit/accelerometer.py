"""The tilt by homography against the accelerometer's: a check of the measurement that needs no image."""

import streamlit as st

from core.analyses import tilt
from core.formatting import escape_markdown
from core.warehouse.read import NO_FILTERS
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.truth_audit.bland_altman_chart import draw_bland_altman
from dashboard.widgets.case_chart import show_case_chart
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import DecimalColumn, show_table_expander


def show_accelerometer() -> None:
    """Show the difference of both measures of tilt, and the photographs on which they differ most."""
    differences = tilt.compare_with_accelerometer(run_query("tilts", filters=NO_FILTERS))
    if differences.empty:
        st.info(f"No {get_benchmark_info().words.case} has both measures of tilt.")
        return
    case_ids = list(differences["case_id"])
    st.markdown(f"#### {escape_markdown(tilt.describe_agreement(differences))}")
    words = get_benchmark_info().words
    st.caption(f"Grey band: 95% of the {words.cases}. Click a mark or a row to open its {words.case}.")
    show_help_popover(
        "The table is level, so the accelerometer (EXIF data of the photograph) measures the same angle without the "
        "image: a check of the homography. A sensor mounted at a slight angle reads too little or too much in every "
        "photograph."
    )
    figure = draw_bland_altman(differences, *tilt.compute_shift_and_reach(differences))
    show_case_chart(figure, "tilts-chart", "Homography minus accelerometer over the mean of both tilts")
    labels = {"tilt_deg": "homography", "tilt_imu_deg": "accelerometer", "difference_deg": "difference"}
    columns = {"case_id": words.case.capitalize()} | {
        name: DecimalColumn(label, unit="°") for name, label in labels.items()
    }
    alt = f"{words.cases.capitalize()}, the largest difference first"
    show_table_expander(differences, "tilts", columns, alt, lambda place: open_photograph(case_ids[place]))
