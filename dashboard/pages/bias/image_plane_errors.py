"""The section on errors that match the image plane's answer, on the page Bias."""

import pandas as pd
import streamlit as st

from core.analyses.image_plane_errors import (
    SUMMED_BY,
    SUMMED_COLUMNS,
    compute_image_plane_errors,
    describe_image_plane_errors,
)
from core.formatting import escape_markdown
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.bias import texts
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import format_intervals, show_small_table


def show(filters: Filters) -> None:
    """Show the section; nothing if no question scored by equality has an image-plane answer.

    Args:
        filters: of the page.
    """
    described = get_benchmark_info()
    if described.foil is None:
        return
    n_classes = tuple((question.question_id, len(question.options)) for question in described.class_questions)
    results = analyse_aggregation(
        compute_image_plane_errors, filters, Aggregation(SUMMED_BY, SUMMED_COLUMNS), n_classes
    )
    if results.empty:
        return
    phrase, title = described.foil.phrase, described.foil.title
    st.header(texts.IMAGE_PLANE_TITLE, anchor=False)
    st.markdown(escape_markdown(describe_image_plane_errors(results, phrase)))
    of_errors = pd.DataFrame(
        {"low": results["errors_low"], "high": results["errors_high"], "n_groups": results["n_groups"]}
    )
    columns = {
        "Model": results["label"],
        f"Correct if {title} agrees, %": results["agrees"],
        f"Correct if {title} differs, %": results["differs"],
        "Difference, points": results["value"],
        "95% CI": format_intervals(results),
        f"Errors equal to {title}, %": results["errors"],
        "95% CI of these": format_intervals(of_errors),
        "expected by chance, %": results["errors_guessed"],
        "errors": results["n_errors"],
        "n": results["n"],
        described.words.groups: results["n_groups"],
    }
    percents = [name for name in columns if name.endswith((", %", ", points"))]
    whole = ["errors", "n", described.words.groups]
    with st.expander(texts.name_all_runs(len(results))):
        show_small_table(pd.DataFrame(columns), dict.fromkeys(percents, "{:.1f}"), whole)
    show_help_popover(texts.explain_image_plane(described.words.cases, phrase, described.words.groups))
