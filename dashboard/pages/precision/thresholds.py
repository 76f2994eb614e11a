"""Section of the Precision page with thresholds: the margin that a model needs, in the margin's own unit."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape

import numpy as np
import pandas as pd
import streamlit as st

from core.analyses import threshold_sentences, thresholds
from core.analyses.answered import name_some
from core.analyses.estimates import list_run_metadata
from core.analyses.run_variants import list_adaptive_runs
from core.analyses.thresholds import Threshold
from core.formatting import escape_markdown, format_p_value
from core.statistics.psychometric import DRAWS
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.queries import run_query
from dashboard.pages.precision import threshold_texts as texts
from dashboard.pages.precision.score_by_margin import format_axis_title, show_grid
from dashboard.pages.precision.threshold_chart import draw_curves, draw_thresholds
from dashboard.runtime.state_keys import precision as keys
from dashboard.selection.cached_analyses import analyse_aggregation, list_displayed_runs
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import build_run_filter, open_cases
from dashboard.widgets.run_selector import get_run_labels
from dashboard.widgets.tables import DecimalColumn, show_lazy_expander, show_table, show_table_expander

MAX_FITS, FEWER_DRAWS = 24, 200
"""Each curve has fewer draws if there are more curves than this, so that the page stays quick."""


@dataclass(frozen=True, slots=True)
class ThresholdResults:
    """Results for a selection: curves by run and question, differences of thresholds, and the runs."""

    fits: dict[tuple[str, str], Threshold]
    differences: pd.DataFrame
    runs: pd.DataFrame

    @property
    def labels(self) -> dict[str, str]:
        """Return the names of the runs."""
        return dict(zip(self.runs["run_id"], self.runs["label"], strict=True))

    def select_models(self) -> dict[tuple[str, str], Threshold]:
        """Return the curves of models; reference models show only what the margins can tell, as the chart does."""
        references = set(self.runs.loc[self.runs["kind"] == "reference", "run_id"])
        return {key: fit for key, fit in self.fits.items() if key[0] not in references}

    def select_question(self, question_id: str) -> list[Threshold]:
        """Return a question's curves, the smallest threshold first."""
        selected = [fit for (_, asked_id), fit in self.fits.items() if asked_id == question_id]
        return sorted(selected, key=lambda fit: (np.isnan(fit.value), fit.value))


def compute_results(filters: Filters) -> ThresholdResults | None:
    """Compute the thresholds of a selection; None if no case with a margin and a score of guessing is answered."""
    if not get_benchmark_info().margins:
        return None
    sums = Aggregation(thresholds.SUMMED_BY, ("score",))
    return analyse_aggregation(_compute_results, filters, sums, counted="models")


def _compute_results(sums: pd.DataFrame) -> ThresholdResults | None:
    rows = thresholds.select_runs(sums)
    if rows.empty:
        return None
    n_fits = len(rows[["run_id", "question_id"]].drop_duplicates())
    fits = thresholds.fit_thresholds(rows, DRAWS if n_fits <= MAX_FITS else FEWER_DRAWS)
    return ThresholdResults(fits, thresholds.compare_thresholds(fits), list_run_metadata(rows))


def show_adaptive_warning(filters: Filters) -> None:
    """Warn if a run of the page chose its cases by their margins."""
    if not get_benchmark_info().margins:
        return
    labels, adaptive = get_run_labels(), set(list_adaptive_runs(run_query("run_designs")))
    text = threshold_sentences.describe_adaptive_runs(
        [labels[run_id] for run_id in list_displayed_runs(filters, "models") if run_id in adaptive]
    )
    if text:
        st.warning(escape_markdown(text), icon=":material/warning:")


def show_headline(results: ThresholdResults, not_better: Collection[tuple[str, str]]) -> bool:
    """Show the smallest and the largest threshold per question as a sentence; return whether any model has one.

    Args:
        results: of the selection.
        not_better: runs and questions to leave out, because the run is not shown to beat the best constant answer.
    """
    described = get_benchmark_info()
    text = threshold_sentences.describe_visible_margins(results.select_models(), results.labels, described, not_better)
    if text:
        st.markdown(f"#### {escape_markdown(text)}")
    return bool(text)


def show_thresholds(results: ThresholdResults) -> None:
    """Show a sentence, all thresholds on one axis per unit, the curves, and the figures as tables."""
    described = get_benchmark_info()
    asked_id = {question_id for _, question_id in results.fits}
    questions = [question_id for question_id in described.questions if question_id in asked_id]
    with_curve = [
        question_id for question_id in questions if any(fit.curve for fit in results.select_question(question_id))
    ]
    st.header("Thresholds", anchor=False)
    if not with_curve:
        st.caption(texts.explain_no_threshold(described.score, described.words.groups))
        return
    text = threshold_sentences.describe_thresholds(
        results.select_models(), results.differences, results.labels, described
    )
    if text:
        st.markdown(f"#### {escape_markdown(text)}")
    for unit in dict.fromkeys(_get_unit(question_id) for question_id in with_curve):
        _show_unit(results, [question_id for question_id in with_curve if _get_unit(question_id) == unit], unit)
    without_curve = [described.questions[asked_id].name for asked_id in questions if asked_id not in with_curve]
    if without_curve:
        st.caption(texts.describe_without_curve(name_some(without_curve)))
    show_help_popover(texts.explain_thresholds(described, DRAWS, FEWER_DRAWS, MAX_FITS))
    show_lazy_expander(texts.THRESHOLDS_EXPANDER, "thresholds", partial(_show_details, results, questions, with_curve))
    if not results.differences.empty:
        _show_differences(results)


def _get_unit(question_id: str) -> str:
    margin = get_benchmark_info().margins.get(question_id)
    return "" if margin is None else margin.unit


def _list_rows(results: ThresholdResults, questions: Sequence[str]) -> pd.DataFrame:
    rows = []
    for question_id in questions:
        unit, name = _get_unit(question_id), get_benchmark_info().questions[question_id].name
        for fit in results.select_question(question_id):
            text = threshold_sentences.describe_status(fit, unit)
            bias = threshold_sentences.describe_bias(fit, unit)
            hover = f"{escape(results.labels[fit.run_id])}<br>threshold {escape(text)}"
            rows.append({
                "question": name, "question_id": question_id, "run_id": fit.run_id, "value": fit.value, "low": fit.low,
                "high": fit.high, "n_groups": fit.n_groups, "text": text, "bias": bias, "lapse": 100 * fit.lapse,
                "fit": _describe_fit(fit), "hover": hover + (f"<br>{escape(bias)}" if bias else ""),
            })  # fmt: skip
    return pd.DataFrame(rows).merge(results.runs, on="run_id", how="left", sort=False)


def _describe_fit(fit: Threshold) -> str:
    if not fit.curve:
        return "no curve"
    if np.isnan(fit.fit_p):
        return texts.FEW_LEVELS
    return f"rejected, p {format_p_value(fit.fit_p)}" if fit.is_misfit else f"p {format_p_value(fit.fit_p)}"


def _show_unit(results: ThresholdResults, questions: Sequence[str], unit: str) -> None:
    rows = _list_rows(results, questions)
    ends = [*rows["value"], *rows["high"].replace(np.inf, np.nan)]
    largest = max(fit.largest for question_id in questions for fit in results.select_question(question_id))
    widest = min(1.15 * np.nanmax(ends), largest) if np.isfinite(ends).any() else largest
    show_chart(
        draw_thresholds(
            rows.drop(columns=["bias", "lapse", "fit"]),
            get_model_kinds(),
            float(widest),
            texts.name_threshold_axis(unit),
        ),
        keys.THRESHOLD_CHART.make_key(questions[0]),
        texts.describe_thresholds_chart(unit),
        lambda mark: open_cases(question=[mark[1]], **build_run_filter([mark[0]])),
    )


def _show_curves(results: ThresholdResults, question_id: str) -> None:
    described, selected = get_benchmark_info(), results.select_question(question_id)
    runs = results.runs.set_index("run_id")
    parts = [
        pd.DataFrame({"run_id": fit.run_id, "x": fit.levels, "y": 100 * fit.shares, "n": fit.counts})
        for fit in selected
    ]
    points = pd.concat(parts).merge(runs[["model_id", "label"]], left_on="run_id", right_index=True)
    curves = pd.DataFrame(
        [
            (fit.run_id, x, 100 * y, fit.is_misfit)
            for fit in selected
            for x, y in zip(fit.curve_at, fit.curve, strict=True)
        ],
        columns=["run_id", "x", "y", "is_misfit"],
    )
    name = described.questions[question_id].name
    meaning = format_axis_title(question_id)
    first = selected[0]
    x_title = texts.name_signed_margin(meaning, first.lower, first.upper) if first.upper else meaning
    y_title = f"answers {first.upper}, %" if first.upper else f"mean {described.score}, %"
    show_chart(
        draw_curves(
            points, curves, get_model_kinds(), (25.0, 50.0, 75.0) if first.upper else (), name, (x_title, y_title)
        ),
        keys.THRESHOLD_CURVES_CHART.make_key(question_id),
        texts.describe_psychometric_chart(name),
        lambda run_id: open_cases(question=[question_id], **build_run_filter([run_id])),
    )


def _show_details(results: ThresholdResults, questions: Sequence[str], with_curve: Sequence[str]) -> None:
    with show_grid(len(with_curve)):
        for question_id in with_curve:
            _show_curves(results, question_id)
    st.caption(texts.CURVES_CAPTION)
    rows = _list_rows(results, questions)

    def open_row(row_index: int) -> None:
        row = rows.iloc[row_index]
        open_cases(question=[row["question_id"]], **build_run_filter([row["run_id"]]))

    show_table(
        rows,
        "thresholds",
        {
            "label": "Model", "question": "Question", "text": "Threshold (95% CI)", "bias": "Bias: answers",
            "lapse": DecimalColumn(texts.LAPSE_HEADING), "fit": texts.FIT_HEADING,
            "n_groups": get_benchmark_info().words.groups,
        },
        texts.THRESHOLDS_TABLE,
        open_row,
    )  # fmt: skip


def _show_differences(results: ThresholdResults) -> None:
    table = results.differences
    numbers = {
        name: [threshold_sentences.format_margin(value) for value in table[name]] for name in ("value", "low", "high")
    }
    table_rows = pd.DataFrame({
        "question": [get_benchmark_info().questions[question_id].name for question_id in table["question_id"]],
        "first": table["first"].map(results.labels), "second": table["second"].map(results.labels),
        "value": numbers["value"],
        "interval": [f"{low} to {high}" for low, high in zip(numbers["low"], numbers["high"], strict=True)],
        "unit": [_get_unit(question_id) for question_id in table["question_id"]],
        "p": [format_p_value(p) for p in table["corrected_p"]], "verdict": table["verdict"],
    })  # fmt: skip
    columns = {
        "question": "Question", "first": "Model", "second": "minus", "value": "Difference", "interval": "95% CI",
        "unit": "Unit", "p": "corrected p", "verdict": texts.DIFFERENCE_HEADING,
    }  # fmt: skip
    show_table_expander(
        table_rows, "threshold-differences", columns, "Differences of thresholds", label="Differences between models"
    )
