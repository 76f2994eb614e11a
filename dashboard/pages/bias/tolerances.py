"""The ranking under other tolerances for isosceles and right-angled triangles."""

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd
import streamlit as st

from core.analyses import bias_sentences, reclassification
from core.analyses.compare import compare_run_pairs
from core.formatting import escape_markdown
from core.records import COUNTED, RUN_COLUMNS, Scored
from core.scoring.answer_codes import decode_categories, get_score_column, get_truth_column
from core.warehouse.aggregation import Aggregation
from core.warehouse.aggregation_presets import build_pair_aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.bias import texts
from dashboard.runtime.state_keys import bias as keys
from dashboard.selection.cached_analyses import analyse_aggregation, list_displayed_runs
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import download, show_small_table
from dashboard.widgets.truth_labels import get_truth_label


@st.fragment
def show_tolerances(filters: Filters, against: Scored) -> None:
    """Show sliders of both tolerances, whether the ranking survives, and the ranking before and after.

    A fragment keeps its arguments for the session's lifetime, so it takes the filters and no answers.
    """
    with st.container(horizontal=True):
        isosceles = st.slider(
            texts.ISOSCELES,
            0.0,
            20.0,
            3.0,
            0.5,
            key=keys.ISOSCELES_TOLERANCE,
            bind="query-params",
            width=340,
            help=texts.ISOSCELES_HELP,
        )
        right_angle = st.slider(
            texts.RIGHT_ANGLE,
            0.0,
            15.0,
            2.0,
            0.5,
            key=keys.RIGHT_ANGLE_TOLERANCE,
            bind="query-params",
            width=340,
            help=texts.RIGHT_ANGLE_HELP,
        )
    by_case = Aggregation(("case_id", "question_id", get_truth_column(against)), ())
    tolerances = (isosceles / 100, right_angle)
    changed, sentences, table = analyse_aggregation(
        _rank_under_tolerances, filters, by_case, filters, against, *tolerances
    )
    for sentence in sentences:
        st.markdown(f"**{escape_markdown(sentence)}**")
    if any(changed.values()):
        case_count = get_benchmark_info().format_case_count(changed["Q1"])
        st.caption(texts.describe_class_changes(case_count, changed["Q2"], get_truth_label(against)))
    columns = texts.TOLERANCE_HEADINGS
    names = list(columns.values())
    whole = [name for name in names if name.startswith("rank")]
    percents = {name: "{:.2f}" for name in names if name.endswith("%")}
    with st.expander(texts.TOLERANCES_TABLE):
        show_small_table(table[list(columns)].rename(columns=columns), percents, whole)
        download(table, "tolerances")
    show_help_popover(texts.TOLERANCES_HELP)


def _rank_under_tolerances(
    asked: pd.DataFrame, filters: Filters, against: Scored, isosceles: float, right_angle: float
) -> tuple[dict[str, int], list[str], pd.DataFrame]:
    """Count the classes that change, describe the effect on the ranking, and return the ranking before and after."""
    sides = run_query("photographs")
    rule = reclassification.infer_side_rule(sides, run_query("class_rule_differences"), against)
    classes = reclassification.reclassify_photographs(sides, against, isosceles, right_angle, rule)
    changed = reclassification.find_changed_truths(asked, classes, against)
    codes = tuple(changed.itertuples(index=False, name=None))
    score, of_runs = get_score_column(against), {**filters, "runs": sorted(list_displayed_runs(filters))}
    by_kind = Aggregation((*RUN_COLUMNS, "question_kind"), (score,), against=against)
    before, after = (
        analyse_aggregation(_select_readable, of_runs, replace(by_kind, changed=each), score) for each in ((), codes)
    )
    kinds = tuple(dict(zip(before["run_id"], before["model_kind"], strict=True)).items())

    def differences(classes_only: bool) -> Iterator[pd.DataFrame]:
        asked_for = {**of_runs, "question": _list_class_questions(filters)} if classes_only else of_runs
        for each in ((), codes):
            pairs = replace(
                build_pair_aggregation(("first", "second", "group_id"), ("difference",), against), changed=each
            )
            yield analyse_aggregation(compare_run_pairs, asked_for, pairs, kinds)

    sentences = [texts.NO_CLASS_CHANGES]
    if codes:
        sentences = [
            bias_sentences.describe_ranking_change(
                reclassification.find_overtakings(before, after, against, differences, classes_only=classes_only), words
            )
            for classes_only, words in ((False, "all questions"), (True, texts.CLASS_QUESTIONS))
        ]
    return (
        reclassification.count_changed_truths(changed, classes),
        sentences,
        reclassification.rank_under_truths(before, after, against),
    )


def _select_readable(sums: pd.DataFrame, score: str) -> pd.DataFrame:
    """Return the sums of runs with a readable answer, in order of the runs."""
    return decode_categories(sums[sums[COUNTED.format(score)] > 0]).sort_values("run_id", ignore_index=True)


def _list_class_questions(filters: Filters) -> list[str]:
    """List the questions with classes that fit the filters."""
    chosen = filters["question"]
    ids = [question.question_id for question in get_benchmark_info().class_questions]
    return [question_id for question_id in ids if not isinstance(chosen, list) or question_id in chosen]
