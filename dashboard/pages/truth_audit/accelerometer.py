"""The tilt by homography against the accelerometer's: a check of the measurement that needs no image."""

import streamlit as st

from core.analyses import tilt
from core.formatting import escape_markdown
from core.warehouse.read import NO_FILTERS
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.truth_audit import texts
from dashboard.pages.truth_audit.bland_altman_chart import draw_bland_altman
from dashboard.runtime.state_keys import truth_audit as keys
from dashboard.widgets.case_chart import show_case_chart
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import DecimalColumn, show_table_expander


def show_accelerometer() -> None:
    """Show the difference of both measures of tilt and the photographs on which they differ most, if any."""
    words = get_benchmark_info().words
    differences = tilt.compare_with_accelerometer(run_query("tilts", filters=NO_FILTERS))
    if differences.empty:
        return
    st.header(texts.TILT_TITLE, anchor=False)
    case_ids = list(differences["case_id"])
    st.markdown(f"#### {escape_markdown(tilt.describe_agreement(differences))}")
    st.caption(texts.explain_tilt_chart(words.case, words.cases))
    show_help_popover(texts.TILT_HELP)
    figure = draw_bland_altman(differences, *tilt.compute_shift_and_reach(differences))
    show_case_chart(figure, keys.TILTS_CHART, texts.TILT_CHART)
    labels = {"tilt_deg": "homography", "tilt_imu_deg": "accelerometer", "difference_deg": "difference"}
    columns = {"case_id": words.case.capitalize()} | {
        name: DecimalColumn(label, unit="°") for name, label in labels.items()
    }
    alt = texts.describe_tilt_table(words.cases)
    show_table_expander(differences, "tilts", columns, alt, lambda place: open_photograph(case_ids[place]))
