"""Sections of the Precision page with scores along other quantities than the margin, such as a rotation's angle."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.analyses import score_curves
from core.benchmarks.data import CurveSpec
from core.formatting import escape_markdown
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.pages.precision import texts
from dashboard.pages.precision.margin_results import rank_runs
from dashboard.pages.precision.score_by_margin_chart import draw_score_by_margin
from dashboard.runtime.state_keys import precision as keys
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import build_run_filter, open_cases
from dashboard.widgets.tables import show_small_table


@dataclass(frozen=True, slots=True)
class CurveResults:
    """Results for one curve: the visible runs in order, scores by band, the score of guessing per band, and slopes."""

    runs: list[str]
    bands: pd.DataFrame
    guessing: dict[str, float]
    slopes: pd.DataFrame


def compute_results(filters: Filters) -> list[tuple[CurveSpec, CurveResults]]:
    """Compute the curves for which readable answers exist."""
    found = [
        (
            curve,
            analyse_aggregation(
                _compute_results,
                filters,
                Aggregation(score_curves.list_grouping_columns(curve), ("score",)),
                curve,
                counted="models",
            ),
        )
        for curve in get_benchmark_info().curves
    ]
    return [(curve, own) for curve, own in found if own is not None]


def _compute_results(sums: pd.DataFrame, curve: CurveSpec) -> CurveResults | None:
    rows = score_curves.select_curve(sums, curve)
    if rows["score"].isna().all():
        return None
    runs = rank_runs(rows)
    shown = runs["run_id"][runs["is_shown"]].tolist()
    return CurveResults(
        shown,
        score_curves.compute_band_scores(rows),
        score_curves.compute_guessing_scores(rows),
        score_curves.compute_curve_slopes(rows, curve),
    )


def show_curve(curve: CurveSpec, results: CurveResults) -> None:
    """Show a heading, a sentence, the chart and the slopes; a click on a mark opens its cases."""
    described = get_benchmark_info()
    factor = described.factors[curve.factor]
    st.header(f"{described.words.score.capitalize()} and {curve.meaning}", anchor=False)
    if text := score_curves.describe_slopes(results.slopes, curve, described):
        st.markdown(f"#### {escape_markdown(text)}")
    rows = results.bands[results.bands["run_id"].isin(results.runs)]
    rows = rows.sort_values("run_id", key=lambda ids: ids.map(results.runs.index), kind="stable")
    there = set(rows[score_curves.BAND])
    show_chart(
        draw_score_by_margin(
            rows,
            results.guessing,
            {level: level for level in factor.levels if level in there},
            get_model_kinds(),
            described.words.units,
            described.questions[curve.question_id].name,
            curve.meaning,
            f"{factor.title[0].lower()}{factor.title[1:]} {{}}",
        ),
        keys.SCORE_BY_FACTOR_CHART.make_key(curve.factor),
        texts.describe_curve(described.score, curve.meaning),
        lambda mark: open_cases(
            question=[curve.question_id], **{curve.factor: [mark[0]]}, **build_run_filter([mark[1]])
        ),
    )
    st.caption(texts.GUESSING_CAPTION)
    step = score_curves.format_step(curve)
    show_help_popover(texts.explain_curve(curve.remark, described.words, step))
    slopes = results.slopes[results.slopes["run_id"].isin(results.runs)]
    falls = slopes["verdict"].eq("lower").map({True: "yes", False: "no evidence"})
    numbers = {"value": f"Points per {step}", "low": "95% from", "high": "to"}
    named = {"label": "Model", **numbers, "falls": "Falls", "n_groups": described.words.groups}
    with st.expander(texts.SLOPES_EXPANDER):
        show_small_table(
            slopes.assign(falls=falls)[list(named)].rename(columns=named),
            dict.fromkeys(numbers.values(), "{:.1f}"),
            [described.words.groups],
        )
