"""Section of the Robustness page: conclusions, and charts of the measures over sets by run."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import cycle

import pandas as pd
import streamlit as st

from core.analyses import robustness
from core.analyses.set_claims import build_robustness_claims, find_guessing_share
from core.formatting import escape_markdown
from core.solvers import blind_constant
from core.statistics.set_consistency import SET_MEASURES
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.pages.robustness import texts
from dashboard.pages.robustness.measures_by_run_chart import FORMS, draw_measures_by_run
from dashboard.pages.robustness.set_results import RobustnessResults
from dashboard.runtime.state_keys import robustness as keys
from dashboard.widgets import finding_links
from dashboard.widgets.chart_display import show_chart
from dashboard.widgets.navigation import open_cases, request_full_run
from dashboard.widgets.run_selector import add_coverage_column, get_run_labels, sort_by_value, sort_references_last
from dashboard.widgets.tables import request_open, show_lazy_expander

WORST_SECTION = "sets"
"""Name of the state of the section that conclusions link to."""

FIRST_MEASURES = tuple(name for name in SET_MEASURES if name != "stable")
"""Measures of the first chart: a third one per row would be too much to read at once."""

LEGEND_ADDITIONS = {"graded": ", on average", "stable": ", right or wrong"}
"""Words that the legend adds to the titles of measures."""

MAX_CHARTS_PER_ROW = 3
"""Maximum number of charts of measures side by side."""


def show_claims(results: RobustnessResults, *, is_first: bool) -> None:
    """Show the first conclusion or all others, each about one run with a link to the sets in which it varies most.

    The link shows the question on which the run's answers change most.

    Args:
        results: of the selection.
        is_first: whether to show the first conclusion, above the chart, or the others, below it.
    """
    claims = build_robustness_claims(results.by_run, results.gains, results.ties, get_benchmark_info())
    for index, claim in enumerate(claims):
        if (index == 0) != is_first:
            continue
        way = None
        if claim.run_id is not None:
            question_id = robustness.find_most_changing_question(results.by_question, claim.run_id)
            choose = partial(_choose_worst_sets, claim.run_id, question_id)
            label = texts.SEE_WORST_SETS if is_first else texts.SEE_EXAMPLES
            way = finding_links.link_to_section(label, keys.WORST_SETS, choose)
        if claim.is_caution:
            st.markdown(escape_markdown(claim.text))
        else:
            finding_links.show(claim.text, keys.CLAIM.make_key(index), way)
        if claim.detail:
            st.caption(escape_markdown(claim.detail))


def _choose_worst_sets(run_id: str, question_id: str) -> None:
    keys.WORST_SETS_RUN.write(run_id)
    keys.WORST_SETS_QUESTION.write(question_id)
    request_open(WORST_SECTION)


def describe_unreadable(counts: pd.DataFrame, model_runs: Collection[str]) -> str:
    """Describe the number of unreadable answers of models and the run with most of them, and what references left out.

    Args:
        counts: answers and unreadable, by run id.
        model_runs: ids of the runs of models; the others are of references.
    """
    labels, is_model = get_run_labels(), counts.index.isin(list(model_runs))
    sentences = []
    if is_model.any():
        of_models = counts[is_model]
        most = of_models.sort_values("unreadable").iloc[-1]
        n_unreadable, n_answers = (int(of_models[name].sum()) for name in ("unreadable", "answers"))
        label = labels.get(str(most.name), str(most.name))
        sentences.append(texts.describe_unreadable(n_unreadable, n_answers, label, int(most["unreadable"])))
    silent = counts[~is_model & (counts["unreadable"] > 0)]
    sentences += [
        texts.describe_no_answers(labels.get(str(run_id), str(run_id)), int(n_left_out))
        for run_id, n_left_out in silent["unreadable"].items()
    ]
    return " ".join(filter(None, sentences))


def show_measures(results: RobustnessResults) -> None:
    """Show one chart with the shares of right answers in the sets of the first protocol, and the others in an expander.

    A line marks the share that guessing without the image reaches. The best constant answer has no row if the sets are
    orders of the options, which move its letter: its share of 0 is far below that of guessing. Models come before
    references, each the highest first. The expander begins with the share of stable answers; each of its charts has at
    most as many measures as a mark has forms.
    """
    by_run, about = results.by_run, get_benchmark_info()
    of_sets = sort_by_value(by_run[by_run["measure"] == "binary"], "value")
    order = sort_references_last(of_sets)["run_id"]
    ranks = {run_id: rank for rank, run_id in enumerate(order)}
    rows = add_coverage_column(by_run.sort_values("run_id", key=lambda ids: ids.map(ranks), kind="stable"))
    titles = robustness.list_set_measures(about)
    legend = {name: f"{title}{LEGEND_ADDITIONS.get(name, '')}" for name, title in titles.items()}
    first = {name: title for name, title in legend.items() if name in FIRST_MEASURES}
    others = [name for name in titles if name not in first and (rows["measure"] == name).any()]
    of_other_sets = [name for name in others if name not in SET_MEASURES]
    rest = [[name] for name in others if name in SET_MEASURES]
    rest += [of_other_sets[start : start + len(FORMS)] for start in range(0, len(of_other_sets), len(FORMS))]
    if rows["measure"].isin(first).any():
        lines = {texts.GUESSING_LINE: find_guessing_share(results.by_run, results.gains)}
        if robustness.is_constant_moved_by_order(by_run, about):
            rows_of_first = rows[rows["model_id"] != blind_constant.MODEL.model_id]
        else:
            rows_of_first = rows
        _show_measures_of(rows_of_first, first, 0, len(first), lines)
    if rest:
        charts = [{name: legend[name] for name in names} for names in rest]
        label = texts.name_other_measures([titles[name] for name in others])
        show_lazy_expander(escape_markdown(label), "other_measures", partial(_show_beside, rows, charts))


def _show_beside(rows: pd.DataFrame, charts: Sequence[Mapping[str, str]]) -> None:
    """Show several charts of measures, side by side if there is space."""
    legend_rows = max(map(len, charts))
    columns = st.columns(min(len(charts), MAX_CHARTS_PER_ROW), gap="medium")
    for number, (column, measures) in enumerate(zip(cycle(columns), charts, strict=False), start=1):
        with column:
            _show_measures_of(rows, measures, number, legend_rows, is_beside=len(charts) > 1)


def _show_measures_of(
    rows: pd.DataFrame,
    measures: Mapping[str, str],
    number: int,
    legend_rows: int,
    lines: Mapping[str, float] | None = None,
    *,
    is_beside: bool = False,
) -> None:
    """Show one chart; a click on a mark opens the model's cases, also from within an expander."""

    def leave(model_id: str) -> None:
        request_full_run()
        open_cases(model=model_id)

    own, units = rows[rows["measure"].isin(measures)], get_benchmark_info().words.units
    figure = draw_measures_by_run(
        own, dict(measures), get_model_kinds(), units, legend_rows, lines, is_beside=is_beside
    )
    show_chart(figure, keys.MEASURES_CHART.make_key(number), ", ".join(measures.values()), leave)
