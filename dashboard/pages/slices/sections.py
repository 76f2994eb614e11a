"""Sections of the page Slices: a table of all slices, and each slice with its worst cases."""

from collections.abc import Mapping, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from core.analyses.slice_sentences import build_confirmation_table, build_slice_table, format_conditions, get_headings
from core.analyses.slices import WeakSlices
from core.records import RIGHT_AT
from core.statistics.slice_search import Slice
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.slices import texts
from dashboard.runtime.state_keys import slices as keys
from dashboard.selection.cached_analyses import Runs, analyse_answers
from dashboard.selection.weak_slices import describe_weak_slice, list_level_labels
from dashboard.widgets import save_cohort
from dashboard.widgets.example_gallery import load_tile_rows
from dashboard.widgets.finding_links import FindingLink, show
from dashboard.widgets.navigation import build_run_filter, open_cases
from dashboard.widgets.tables import show_small_table
from dashboard.widgets.thumbnails import build_linked_gallery, build_thumbnail

SHOWN_CASES = 4


def show_table(result: WeakSlices, names: Sequence[str], labels: Mapping[str, str]) -> None:
    """Show one row per slice with its score, if there are several, and folded the differences that confirm them.

    Args:
        result: of the search.
        names: of the model, or of the two that are compared.
        labels: of levels, by `slice_sentences.name_level`.
    """
    info = get_benchmark_info()
    inside, rest, gap = get_headings(names)
    table = build_slice_table(result, names, info, labels)
    if len(table) > 1:  # the sentence above has all of a single one
        show_small_table(table, dict.fromkeys((inside, rest), "{:.1f}"), [table.columns[-1]])
    with st.expander(texts.CONFIRMATION):
        st.caption(texts.explain_confirmation(info.words.groups, is_of_pair=len(names) > 1))
        show_small_table(build_confirmation_table(result, names, info, labels), {gap: "{:.1f}"})


def show_slice(
    weak: Slice, means: tuple[float, float], names: Sequence[str], number: int, filters: Filters, runs: Runs
) -> None:
    """Show a slice with a link to its cases and thumbnails of the first run's worst ones.

    Args:
        weak: the slice.
        means: of the slice and of all other answers.
        names: of the runs.
        number: number of the slice on the page.
        filters: of the page.
        runs: one, or two that are compared.
    """
    open_slice = partial(open_cases, **{**weak.levels, **build_run_filter(runs)})
    link = FindingLink(f"See its {get_benchmark_info().words.cases}", ":material/arrow_forward:", open_slice)
    within = {**filters, **{factor: [level] for factor, level in weak.levels.items()}}
    title = format_conditions(weak, get_benchmark_info(), list_level_labels())
    save = partial(
        save_cohort.show_button,
        f"slice-{number}",
        {"Its cases": partial(_list_cases, within)},
        describe_weak_slice(weak, means, names),
    )
    show(title, keys.SLICE_CASES.make_key(number), link, save)
    worst = analyse_answers(list_worst_cases, within, runs[:1], SHOWN_CASES)
    pictures = load_tile_rows(worst["case_id"])
    tiles = [
        build_thumbnail(pictures[case_id], case_id, texts.describe_wrong_answers(n_wrong, n), is_outlined=True)
        for case_id, n_wrong, n in worst[["case_id", "n_wrong", "n"]].itertuples(index=False)
    ]
    build_linked_gallery(tiles, keys.SLICE_GALLERY.make_key(number)).show()


def _list_cases(filters: Filters) -> list[str]:
    cases = run_query("cases", filters=filters, outcome=None, right_at=RIGHT_AT, sort="worst")
    return list(cases["case_id"])


def list_worst_cases(answers: pd.DataFrame, count: int) -> pd.DataFrame:
    """Return the cases with the lowest mean score: case_id, n answers and n_wrong, at most one of each group first.

    Args:
        answers: of one run.
        count: number of cases.
    """
    read = answers[answers["score"].notna()]
    is_wrong = read["score"] < 1
    cases = (
        read.assign(is_wrong=is_wrong)
        .groupby(["group_id", "case_id"], as_index=False)
        .agg(score=("score", "mean"), n=("score", "size"), n_wrong=("is_wrong", "sum"))
        .sort_values(["score", "case_id"], kind="stable")
    )
    cases["turn"] = cases.groupby("group_id").cumcount()
    return cases.sort_values(["turn", "score", "case_id"], kind="stable").head(count)
