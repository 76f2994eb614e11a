"""Views that should change nothing, on Robustness: changes of scores, flips of answers, and ranks."""

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from core.analyses import view_change_sentences
from core.analyses.view_changes import (
    SUMMED_BY,
    SUMMED_COLUMNS,
    ViewChanges,
    ViewComparison,
    compute_view_changes,
    list_view_comparisons,
)
from core.formatting import MISSING, escape_markdown, format_interval
from core.inference.perturbations import PERTURBATIONS
from core.inference.view_names import REFERENCE_VIEWS, VIEW_TITLES
from core.records import FEW_GROUPS, ORIGINAL_VIEW
from core.warehouse.aggregation_presets import build_pair_aggregation
from core.warehouse.read import Filters
from dashboard.charts.forest_plot import draw_forest_plot
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.current_benchmark import Generation, require_generation
from dashboard.data.queries import load_aggregation, run_query
from dashboard.pages.robustness import texts
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.runtime.state_keys import robustness as keys
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, Runs, list_eligible_runs
from dashboard.selection.selectors import choose_segment
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import build_run_filter, open_cases
from dashboard.widgets.tables import DecimalColumn, show_lazy_expander, show_small_table, show_table_expander

MAX_RANK_ROWS = 20


def show_view_changes(filters: Filters, right_at: float) -> bool:
    """Show how views that keep the truth change scores, answers and ranks; return whether any model was asked so.

    Args:
        filters: of the page.
        right_at: the score from which a number is right.
    """
    changes = _compute_changes(require_generation(), filters, list_eligible_runs(filters, "runs"), right_at)
    if changes is None:
        return False
    st.header(texts.VIEWS_TITLE, anchor=False)
    titles = {view: _get_title(view) for view in changes.rows["view"]}
    words = get_benchmark_info().words
    st.markdown(f"**{escape_markdown(view_change_sentences.describe_view_changes(changes, titles, words))}**")
    for sentence in (
        view_change_sentences.describe_flips(changes, titles),
        view_change_sentences.describe_rank_changes(changes, titles),
    ):
        if sentence:
            st.markdown(escape_markdown(sentence))
    _show_chart(changes.rows, titles)
    show_help_popover(texts.explain_views(words.groups))
    _show_table(changes.rows, titles)
    if len(changes.ranks):
        show_lazy_expander(texts.RANKS_TITLE, "view_ranks", partial(_show_ranks, changes.ranks, titles))
    return True


def explain_missing_views() -> str:
    """Explain as Markdown that no model was asked with a changed image, and how to ask one."""
    views = ",".join([ORIGINAL_VIEW, *PERTURBATIONS])
    return texts.explain_missing_views(get_benchmark_info().benchmark_id, views)


@cache_with_limits(max_entries=20, max_mb=5)
def _compute_changes(generation: Generation, filters: Filters, runs: Runs, right_at: float) -> ViewChanges | None:
    designs = run_query("run_designs")
    comparisons = list_view_comparisons(designs[designs["run_id"].isin(runs)], REFERENCE_VIEWS)
    by_model: dict[str, list[ViewComparison]] = {}
    for comparison in comparisons:
        by_model.setdefault(comparison.model_id, []).append(comparison)
    if not by_model:
        return None
    pairs = build_pair_aggregation(SUMMED_BY, SUMMED_COLUMNS, right_at=right_at)
    sums = [
        load_aggregation(generation, {**filters, **NOBODY_CHOSEN, "runs": _list_runs(of_model)}, pairs)
        for of_model in by_model.values()
    ]
    return compute_view_changes(pd.concat(sums, ignore_index=True), comparisons)


def _list_runs(comparisons: Sequence[ViewComparison]) -> list[str]:
    """List the runs of comparisons, each once."""
    return list(dict.fromkeys(run_id for comparison in comparisons for run_id in comparison.all_ids))


def _get_title(view: str) -> str:
    return VIEW_TITLES.get(view, view)


def _show_chart(rows: pd.DataFrame, titles: dict[str, str]) -> None:
    """Show the changes of all models under one view, at first the view with the largest change."""
    order = rows.assign(size=rows["value"].abs()).groupby("view")["size"].max().sort_values(ascending=False).index
    view = choose_segment("View", {name: titles[name] for name in order}, keys.CHANGED_VIEW)
    if view in PERTURBATIONS:
        st.caption(PERTURBATIONS[view].description)
    selected = rows[rows["view"] == view].sort_values("value", ignore_index=True)

    def open_row(row_index: int) -> None:
        _open_runs(selected.iloc[row_index])

    title = f"change of {get_benchmark_info().score}, points"
    figure = draw_forest_plot(selected, get_model_kinds(), get_benchmark_info().words.units, title, {"no change": 0.0})
    show_chart(figure, keys.VIEW_CHANGES_CHART, texts.describe_view_chart(titles[view]), open_row)


def _open_runs(row: pd.Series) -> None:
    open_cases(**build_run_filter(list(row["run_ids"])))


def _show_table(rows: pd.DataFrame, titles: dict[str, str]) -> None:
    table = rows.assign(
        title=rows["view"].map(titles),
        interval=_format_ends(rows, "low", "high", with_plus=True),
        flips_interval=_format_ends(rows, "flips_low", "flips_high"),
        excess_interval=_format_ends(rows, "excess_low", "excess_high", with_plus=True),
    )
    columns = {
        "label": "Model", "title": "View", "value": DecimalColumn("Change, points"), "interval": "95%",
        "verdict": "Verdict", "flips": DecimalColumn("Flips, %"), "flips_interval": "95% of flips",
        "floor": DecimalColumn(texts.FLOOR_OF_REPEATS), "excess": DecimalColumn(texts.OVER_THE_FLOOR),
        "excess_interval": texts.INTERVAL_OVER_THE_FLOOR, "n": "n", "n_groups": get_benchmark_info().words.groups,
    }  # fmt: skip
    show_table_expander(
        table, "view_changes", columns, texts.VIEWS_TABLE, lambda row_index: _open_runs(table.iloc[row_index])
    )


def _format_ends(rows: pd.DataFrame, low: str, high: str, *, with_plus: bool = False) -> list[str]:
    """Format intervals; a dash without one, or with too few groups."""
    return [
        MISSING if n_groups < FEW_GROUPS else format_interval(start, end, with_plus=with_plus)
        for start, end, n_groups in zip(rows[low], rows[high], rows["n_groups"], strict=True)
    ]


def _show_ranks(ranks: pd.DataFrame, titles: dict[str, str]) -> None:
    first = ranks.head(MAX_RANK_ROWS)
    columns = {
        "View": first["view"].map(titles), texts.AHEAD_WITH_ORIGINAL: first["leader"], "Behind it": first["follower"],
        "Lead, points": first["lead_before"], texts.LEAD_WITH_VIEW: first["lead_after"],
        "Probability, %": 100 * first["probability"], get_benchmark_info().words.groups: first["n_groups"],
    }  # fmt: skip
    numbers = {"Lead, points": "{:.1f}", texts.LEAD_WITH_VIEW: "{:.1f}", "Probability, %": "{:.0f}"}
    show_small_table(pd.DataFrame(columns), numbers, [get_benchmark_info().words.groups])
    if len(ranks) > len(first):
        st.caption(texts.describe_likeliest(len(first), len(ranks)))
