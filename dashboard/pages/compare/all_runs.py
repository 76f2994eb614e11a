"""The differences between all runs, as a matrix in an expander."""

import pandas as pd
import streamlit as st

from core.analyses import compare
from core.analyses.estimates import replace_no_spread_verdicts
from core.formatting import escape_markdown
from core.scoring.answer_codes import get_score_column
from dashboard.pages.compare import texts
from dashboard.pages.compare.difference_matrix_chart import (
    MOST_WRITTEN,
    NOT_SIGNIFICANT,
    compute_min_width_px,
    draw_difference_matrix,
)
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.runtime.state_keys import compare as keys
from dashboard.selection.run_limit import format_limit_note
from dashboard.style.theme import get_heatmap_theme
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import request_full_run
from dashboard.widgets.run_selector import describe_partial_runs, sort_by_value
from dashboard.widgets.tables import show_lazy_expander

MATRIX = "all_runs"
"""Name of the expander's state."""


def show_matrix(pair: RunComparison, pairs: pd.DataFrame, n_all: int) -> None:
    """Show the difference of every two of the runs in an expander; a click on a cell compares the two.

    Args:
        pair: the two, and the runs beside them.
        pairs: as `compare.compare_run_pairs` returns them.
        n_all: the number of all runs.
    """
    some = format_limit_note(len(pair.runs), n_all)

    def show() -> None:
        _draw_matrix(pair, pairs)
        st.caption(_describe_matrix(pair, pairs, some))
        show_help_popover(texts.explain_matrix_help(int(pairs["corrected_p"].count())))

    show_lazy_expander(f"Differences between {'the nearest' if some else 'all'} runs", MATRIX, show)


def _draw_matrix(pair: RunComparison, pairs: pd.DataFrame) -> None:
    def choose_two(run_ids: list[str]) -> None:
        request_full_run()
        first, second = run_ids
        keys.FIRST_RUN.write(first)
        keys.SECOND_RUN.write(second)

    ordered = sort_by_value(pair.runs.rename_axis("run_id").reset_index(), get_score_column(pair.against))
    values, is_clear = compare.build_difference_matrix(pairs, list(ordered["run_id"]))
    references = list(pair.runs.index[pair.runs["model_kind"] == "reference"])
    figure = draw_difference_matrix(
        values,
        is_clear,
        dict(pair.runs["run_label"]),
        (pair.first, pair.second),
        get_heatmap_theme("Better"),
        references,
    )
    alt = texts.describe_matrix(pair.measure)
    show_chart(figure, keys.DIFFERENCES_CHART, alt, choose_two, compute_min_width_px(len(values)))


def _describe_matrix(pair: RunComparison, pairs: pd.DataFrame, some: str) -> str:
    """Describe the sign of the matrix, its marks, and which runs it leaves out."""
    partial = describe_partial_runs(pair.runs.index)
    has_unclear = not replace_no_spread_verdicts(pairs.dropna(subset=["value"])).isin(["higher", "lower"]).all()
    has_numbers = len(pair.runs) <= MOST_WRITTEN
    explained = texts.explain_matrix(
        pair.measure, NOT_SIGNIFICANT, some, has_unclear=bool(has_unclear), has_numbers=has_numbers
    )
    return f"{explained} {escape_markdown(partial)}" if partial else explained
