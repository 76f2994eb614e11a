"""Slices of a failure code: the conditions under which it is more frequent among a model's wrong answers."""

from collections.abc import Callable
from functools import partial

import pandas as pd
import streamlit as st

from core.analyses.code_slices import describe_code_result, describe_code_slice, find_code_slices
from core.analyses.slice_sentences import describe_search
from core.formatting import escape_markdown
from core.review.entries import SampleDrawn
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.slices import texts
from dashboard.pages.slices.sections import SHOWN_CASES
from dashboard.runtime.state_keys import slices as keys
from dashboard.selection.selectors import choose_option
from dashboard.selection.weak_slices import list_level_labels, list_searched_factors
from dashboard.widgets import save_cohort
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.code_levels import map_levels, select_filtered_answers
from dashboard.widgets.code_selection import choose_codes, show_no_codes
from dashboard.widgets.example_gallery import load_tile_rows
from dashboard.widgets.finding_links import FindingLink
from dashboard.widgets.finding_links import show as show_finding
from dashboard.widgets.navigation import build_run_filter, open_rated_answers
from dashboard.widgets.thumbnails import build_linked_gallery, build_thumbnail


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
        sample = selection.sample
        if not selection.codes or sample is None:
            show_no_codes()
            return
        code_id = choose_option("Code", selection.names, keys.CODE, width=320)
    names = run_label, selection.names[code_id]
    levels = _load_levels(sample, filters, run_id)
    result = find_code_slices(sample, selection.codes, code_id, levels)
    st.markdown(f"#### {escape_markdown(describe_code_result(result, names, info))}")
    search_note = describe_search(result.search, info) if result.search.n_tried else ""
    show_help_popover(texts.explain_code_slices(info.words.groups, escape_markdown(search_note)))
    own_codes = [selection.codes.get(sample.answers[index]) for index in levels.index]
    has_code = pd.Series(own_codes, levels.index) == code_id
    for number, (code_slice, shares) in enumerate(zip(result.search.slices, result.means, strict=True)):
        sentence = describe_code_slice(code_slice, shares, names, info, list_level_labels())
        is_inside = (levels[list(code_slice.levels)].astype(str) == pd.Series(code_slice.levels)).all(axis="columns")
        case_ids = list(dict.fromkeys(sample.answers[index].case_id for index in levels.index[is_inside & has_code]))
        open_slice = partial(
            open_rated_answers,
            names[1],
            selection.sample_name,
            selection.coder,
            {**code_slice.levels, **build_run_filter((run_id,))},
        )
        _show_slice(number, sentence, case_ids, names[1], open_slice)


def _load_levels(sample: SampleDrawn, filters: Filters, run_id: str) -> pd.DataFrame:
    """Load the levels of the searched factors of the model's answers that fit the filters, by index in the sample."""
    by_factor = {factor: map_levels(sample.answers, factor) for factor in list_searched_factors()}
    levels = pd.DataFrame(by_factor, dtype=object)
    fits = select_filtered_answers(sample.answers, filters)
    return levels[[fit and answer.run_id == run_id for answer, fit in zip(sample.answers, fits, strict=True)]]


def _show_slice(number: int, sentence: str, case_ids: list[str], code: str, open_slice: Callable[[], None]) -> None:
    """Show a slice with a link to its answers that have the code, and thumbnails of their first cases."""
    link = FindingLink(f"See its {get_benchmark_info().words.cases}", ":material/arrow_forward:", open_slice)
    save = partial(save_cohort.show_button, f"code-slice-{number}", {"Its cases": lambda: case_ids}, sentence)
    show_finding(sentence, keys.CODE_SLICE_CASES.make_key(number), link, save)
    shown_case_ids = case_ids[:SHOWN_CASES]
    pictures = load_tile_rows(pd.Series(shown_case_ids))
    tiles = [build_thumbnail(pictures[case_id], case_id, code, is_outlined=True) for case_id in shown_case_ids]
    build_linked_gallery(tiles, keys.CODE_SLICE_GALLERY.make_key(number)).show()
