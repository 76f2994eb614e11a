"""Sections of the page Checkpoints: the course of a score, its steps, and the answers that changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import NoReturn

import pandas as pd
import streamlit as st

from core.analyses import checkpoints
from core.analyses.checkpoints import Series
from core.analyses.estimates import compute_run_scores
from core.analyses.gate import GateResult, judge_pair
from core.analyses.phrases import NO_ANSWER_FITS
from core.formatting import escape_markdown, format_time
from core.records import RUN_COLUMNS
from core.warehouse.aggregation import Aggregation
from core.warehouse.aggregation_presets import build_pair_aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.queries import run_query
from dashboard.pages.checkpoints import texts
from dashboard.pages.checkpoints.course_chart import draw_course
from dashboard.runtime.state_keys import checkpoints as keys
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.selectors import choose_option
from dashboard.style.palette import get_marker_style
from dashboard.widgets.chart_display import show_chart
from dashboard.widgets.navigation import COMPARE, build_run_filter, open_cases, open_photograph
from dashboard.widgets.run_selector import build_run_command, show_empty_state
from dashboard.widgets.tables import DecimalColumn, show_small_table, show_table

_PAIRS = build_pair_aggregation(("group_id",), ("difference",))
_PAIRS_BY_CASE = build_pair_aggregation(("case_id", "question_id"), ("difference",))


@dataclass(frozen=True, slots=True)
class Course:
    """Scores of a series by run in order of time, the gate between neighbours, and the names of the runs.

    A step is None if its two runs share no readable answer.
    """

    scores: pd.DataFrame
    steps: tuple[GateResult | None, ...]
    names: dict[str, str]


def list_series(filters: Filters, runs: pd.DataFrame) -> dict[str, Series]:
    """List the series among runs with answers that fit the filters."""
    all_runs = run_query("runs")
    selected_runs = filters["runs"]
    return checkpoints.list_series(
        all_runs[all_runs["run_id"].isin(runs.index)],
        run_query("run_designs"),
        run_query("model_versions"),
        selected_runs if isinstance(selected_runs, list) else (),
    )


def show_no_series(filters: Filters, runs: pd.DataFrame) -> NoReturn:
    """Show what the page is for, and what is missing, for chosen runs what disqualifies each; end the page.

    Args:
        filters: as `read_filters` returns them.
        runs: as for `list_series`.
    """
    if runs.empty:
        show_empty_state(NO_ANSWER_FITS)
    all_runs, selected_runs = run_query("runs"), filters["runs"]
    fitting = all_runs[all_runs["run_id"].isin(runs.index)]
    selected_ids = selected_runs if isinstance(selected_runs, list) else ()
    unplaced = checkpoints.explain_no_order(fitting, run_query("run_designs"), selected_ids, dict(runs["run_label"]))
    started = fitting.loc[fitting["kind"] != "reference", "started_at"]
    n_dated = int(started.notna().sum())
    words, score = get_benchmark_info().words, get_benchmark_info().score
    reason = escape_markdown(unplaced) or texts.explain_no_series(checkpoints.MAX_REPEAT_HOURS, n_dated, len(started))
    show_empty_state(
        f"{reason}\n\n{texts.describe_content(score, words.cases)}",
        texts.NO_SERIES,
        texts.build_commands(build_run_command(), checkpoints.MAX_REPEAT_HOURS),
        partial(st.page_link, COMPARE, label=texts.COMPARE_LINK, icon=":material/compare_arrows:"),
    )


def compute_course(filters: Filters, series: Series, max_drop: float) -> Course:
    """Compute the scores of a series and the gate's result of each run against the one before."""
    ids = list(series.run_ids)
    by = Aggregation((*RUN_COLUMNS, "group_id"), ("score",))
    scores = analyse_aggregation(compute_run_scores, {**filters, "runs": ids}, by, of_all=True).set_index("run_id")
    started = run_query("runs").set_index("run_id")["started_at"]
    ordered = scores.reindex(ids).reset_index()
    labelled = ordered.assign(when=[format_time(started[run_id].to_pydatetime()) for run_id in ids])
    names = {run_id: f"{label} of {when}" for run_id, label, when in labelled[["run_id", "label", "when"]].to_numpy()}
    n_answers = dict(zip(labelled["run_id"], labelled["n"].fillna(0), strict=True))
    steps = []
    for old, new in pairwise(ids):
        sums = analyse_aggregation(_keep, {**filters, "runs": [new, old]}, _PAIRS)
        steps.append(judge_pair(sums, int(n_answers[old]), (names[new], names[old]), max_drop))
    return Course(labelled, tuple(steps), names)


def _keep(sums: pd.DataFrame) -> pd.DataFrame:
    return sums


def show_course(course: Course) -> None:
    """Show the scores over time; a click on a mark opens the run's cases."""
    model_id = str(course.scores["model_id"].iloc[0])
    show_chart(
        draw_course(
            course.scores[["run_id", "label", "when", "value", "low", "high", "n_groups"]],
            get_marker_style(model_id, get_model_kinds()).colour,
            f"mean {get_benchmark_info().score}, %",
        ),
        keys.COURSE_CHART,
        texts.describe_chart(get_benchmark_info().score),
        lambda run_id: open_cases(**build_run_filter([run_id])),
    )


def show_steps(course: Course, names: list[str]) -> None:
    """Show the change from each run to the next, with its verdict."""
    table = checkpoints.build_step_table(course.steps, names)
    columns = {
        "old": "From", "new": "To", "change": "Change, points", "interval": "95% CI", "verdict": "Verdict",
        "n_groups": get_benchmark_info().words.groups, "reason": "Why undecided",
    }  # fmt: skip
    show_small_table(table.rename(columns=columns), {}, [columns["n_groups"]])


def show_changes(filters: Filters, series: Series, names: list[str], steps: Sequence[GateResult | None]) -> None:
    """Show the answers that changed between two neighbours with shared answers; a row opens its case."""
    info = get_benchmark_info()
    st.header(f"Which {info.words.cases} changed", anchor=False)
    places = [place for place in range(len(series.run_ids) - 1, 0, -1) if steps[place - 1] is not None]
    titles = {str(newer): f"{names[newer - 1]} → {names[newer]}" for newer in places}
    newer = int(choose_option("Step", titles, keys.STEP, width=560))
    pair = [series.run_ids[newer], series.run_ids[newer - 1]]
    changed = analyse_aggregation(checkpoints.list_changed_cases, {**filters, "runs": pair}, _PAIRS_BY_CASE)
    n_worse = int(changed["direction"].eq("worse").sum())
    st.markdown(texts.describe_changes(n_worse, len(changed) - n_worse))
    st.button(
        texts.name_cases_of_both_runs(info.words.cases),
        icon=":material/arrow_forward:",
        type="tertiary",
        key=keys.CASES_OF_STEP,
        on_click=lambda: open_cases(**build_run_filter(pair)),
    )
    if changed.empty:
        return
    ids = list(changed["case_id"])
    questions = [info.questions[question_id].name for question_id in changed["question_id"]]
    show_table(
        changed.assign(question=questions),
        "checkpoint-changes",
        {
            "case_id": info.words.case.capitalize(), "question": "Question",
            "change": DecimalColumn("Change, points"), "direction": "Got",
        },
        texts.describe_changes_table(info.words.case),
        lambda row: open_photograph(ids[row]),
    )  # fmt: skip
