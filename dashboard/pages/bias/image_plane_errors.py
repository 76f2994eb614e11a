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
    n_classes = tuple((one.question_id, len(one.options)) for one in described.class_questions)
    found = analyse_aggregation(compute_image_plane_errors, filters, Aggregation(SUMMED_BY, SUMMED_COLUMNS), n_classes)
    if found.empty:
        return
    phrase, title = described.foil.phrase, described.foil.title
    st.header("Does the flat image mislead the models?", anchor=False)
    st.markdown(escape_markdown(describe_image_plane_errors(found, phrase)))
    of_errors = pd.DataFrame({"low": found["errors_low"], "high": found["errors_high"], "n_groups": found["n_groups"]})
    columns = {
        "Model": found["label"],
        f"Right if {title} agrees, %": found["agrees"],
        f"Right if {title} differs, %": found["differs"],
        "Difference, points": found["value"],
        "95% CI": format_intervals(found),
        f"Errors equal to {title}, %": found["errors"],
        "95% CI of these": format_intervals(of_errors),
        "expected by chance, %": found["errors_guessed"],
        "errors": found["n_errors"],
        "n": found["n"],
        described.words.groups: found["n_groups"],
    }
    percents = [name for name in columns if name.endswith((", %", ", points"))]
    whole = ["errors", "n", described.words.groups]
    show_small_table(pd.DataFrame(columns), dict.fromkeys(percents, "{:.1f}"), whole)
    show_help_popover(
        f"Counts {described.words.cases} for which {escape_markdown(phrase)} has its own answer, and questions "
        "whose answers are right or wrong. A model that reads the image instead of the scene is right if both agree "
        "and gives the image's answer if they do not: the difference is large, and so is the share of its errors that "
        "are that answer. *Expected by chance* is this share if errors fell equally on all wrong classes or options. "
        "It is 100% if there is only one wrong option. "
        f"{described.words.groups.capitalize()} are the clusters of intervals."
    )
