"""Slices of a failure code: the conditions under which it is more frequent among a model's wrong answers."""

from functools import partial

import pandas as pd
import streamlit as st

from core.analyses.code_slices import describe_code_result, describe_code_slice, find_code_slices
from core.analyses.slices import WeakSlices, describe_search
from core.formatting import escape_markdown
from core.review.entries import AnswerKey
from core.statistics.slice_search import Slice
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.slices.sections import get_level_labels, list_searched_factors
from dashboard.selection.selectors import choose_option
from dashboard.widgets import save_cohort
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.code_levels import map_levels, select_filtered_answers
from dashboard.widgets.code_selection import CodeSelection, choose_codes, show_no_codes
from dashboard.widgets.example_gallery import load_tile_rows
from dashboard.widgets.finding_links import FindingLink
from dashboard.widgets.finding_links import show as show_finding
from dashboard.widgets.navigation import build_run_filter, open_rated_answers
from dashboard.widgets.thumbnails import build_thumbnail, show_linked_gallery

SHOWN_CASES = 4


def show(filters: Filters, run_id: str, run_label: str) -> None:
    """Show the lists of samples and codes, and the slices that are found.

    Args:
        filters: of the page.
        run_id: of the model.
        run_label: its name.
    """
    info = get_benchmark_info()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        selection = choose_codes()
        if not selection.codes or selection.sample is None:
            show_no_codes()
            return
        code_id = choose_option("Code", selection.names, "slice_code", width=320)
    names = run_label, selection.names[code_id]
    result = _search(selection, code_id, filters, run_id)
    st.markdown(f"#### {escape_markdown(describe_code_result(result, names, info))}")
    if result.search.n_tried:
        st.caption(escape_markdown(describe_search(result.search, info)))
    show_help_popover(
        "Each coded answer of the sample counts for as many wrong answers as it stands for. A slice is listed if the "
        f"code was more frequent in it on one random half of the coded {info.words.groups}, and on the other half too, "
        "with a p-value corrected for all candidates. The interval is that of the other half. Small samples rarely "
        "confirm a slice: code a hundred answers or more. Where one code is more frequent, the other codes are rarer."
    )
    for number, (code_slice, shares) in enumerate(zip(result.search.slices, result.means, strict=True)):
        sentence = describe_code_slice(code_slice, shares, names, info, get_level_labels(code_slice))
        _show_slice(selection, code_id, sentence, code_slice, run_id, number)


def _search(selection: CodeSelection, code_id: str, filters: Filters, run_id: str) -> WeakSlices:
    if selection.sample is None:
        raise ValueError("rates need a sample")
    answers = selection.sample.answers
    levels = pd.DataFrame({factor: map_levels(answers, factor) for factor in list_searched_factors()}, dtype=object)
    fits = select_filtered_answers(answers, filters)
    is_counted = [is_kept and answer.run_id == run_id for answer, is_kept in zip(answers, fits, strict=True)]
    return find_code_slices(selection.sample, selection.codes, code_id, levels[is_counted])


def _show_slice(
    selection: CodeSelection, code_id: str, sentence: str, code_slice: Slice, run_id: str, number: int
) -> None:
    open_slice = partial(
        open_rated_answers,
        selection.names[code_id],
        selection.sample_name,
        selection.coder,
        **code_slice.levels,
        **build_run_filter((run_id,)),
    )
    link = FindingLink(f"See its {get_benchmark_info().words.cases}", ":material/arrow_forward:", open_slice)
    show_finding(sentence, f"code-slice-{number}-cases", link)
    case_ids = _list_cases(selection, code_id, code_slice, run_id)
    pictures = load_tile_rows(pd.Series(case_ids[:SHOWN_CASES]))
    tiles = [
        build_thumbnail(pictures[case_id], case_id, selection.names[code_id], is_outlined=True)
        for case_id in case_ids[:SHOWN_CASES]
    ]
    show_linked_gallery(tiles, f"code-slice-{number}-gallery")
    save_cohort.show(f"code-slice-{number}", {"Its cases": lambda: case_ids}, sentence)


def _list_cases(selection: CodeSelection, code_id: str, code_slice: Slice, run_id: str) -> list[str]:
    """Return the cases of the model's answers in a slice that have the code."""
    coded: list[AnswerKey] = [
        answer for answer, code in selection.codes.items() if code == code_id and answer.run_id == run_id
    ]
    for factor, level in code_slice.levels.items():
        levels = map_levels(coded, factor)
        coded = [answer for answer, value in zip(coded, levels, strict=True) if str(value) == level]
    return list(dict.fromkeys(answer.case_id for answer in coded))
