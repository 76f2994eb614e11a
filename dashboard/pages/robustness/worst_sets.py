"""Section of the Robustness page: the sets in which a model's answers differ most, image by image."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import robustness
from core.analyses.phrases import format_coded_value
from core.benchmarks.slot_names import name_slot
from core.records import Question
from core.warehouse.read import Filters
from dashboard.components.gallery import build_gallery
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.robustness import texts
from dashboard.runtime.state_keys import robustness as keys
from dashboard.selection.cached_analyses import analyse_answers
from dashboard.selection.filters import list_filter_options
from dashboard.selection.selectors import choose_option
from dashboard.widgets.example_gallery import load_tile_rows
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.run_selector import sort_references_last
from dashboard.widgets.thumbnails import build_thumbnail

MAX_SETS = 6

MIN_TILES_PER_ROW = 4
MIN_WIDE_TILE_PX = 76
"""Minimum width of an image if a row has no more than the minimum number, which fits on a phone."""

MIN_NARROW_TILE_PX = 90
"""Minimum width of an image if a row has more."""


@dataclass(frozen=True, slots=True)
class WorstSets:
    """The worst sets of a run and a question, and its answers by case."""

    sets: pd.DataFrame
    answer_texts: dict[str, str]


def _find_worst_sets(
    answers: pd.DataFrame, filters: Filters, question: Question, right_at: float, protocol: str
) -> WorstSets:
    sets = run_query("set_cases", filters=filters)
    found = robustness.find_worst_sets(answers, sets[sets["protocol"] == protocol], right_at).head(MAX_SETS)
    return WorstSets(found, robustness.describe_answers(answers, question, right_at))


def show_worst_sets(
    filters: Filters, runs: pd.DataFrame, by_question: pd.DataFrame, right_at: float, at_first: str
) -> None:
    """Show the triangles on which a model's answers differ most between the views, the views side by side.

    Args:
        filters: of the page.
        runs: run_id, label, kind.
        by_question: as in `compute_results`; questions without a set are not offered.
        right_at: the lowest score at which a number is right.
        at_first: the run that is chosen at first.
    """
    runs, in_sets = sort_references_last(runs), set(by_question["question_id"])
    labels = dict(zip(runs["run_id"], runs["label"], strict=True))
    asked = {
        question_id: title for question_id, title in list_filter_options("question").items() if question_id in in_sets
    }
    with st.container(horizontal=True):
        run_id = choose_option("Model", labels, keys.WORST_SETS_RUN, place=list(labels).index(at_first), width=240)
        question_id = choose_option("Question", asked, keys.WORST_SETS_QUESTION, width=240)
    described = get_benchmark_info()
    question, protocol = described.questions[question_id], next(iter(described.protocols))
    of_question = {**filters, "question": [question_id]}
    worst = analyse_answers(_find_worst_sets, of_question, (run_id,), filters, question, right_at, protocol)
    if worst.sets.empty:
        words = described.words
        st.caption(texts.explain_no_variation(words.score, labels[run_id], words.cases))
        return
    with st.grid("auto", min_column_width=480):
        for row in worst.sets.to_dict("records"):
            with st.container():
                _show_views(row, question, worst.answer_texts)


def _show_views(row: Mapping[Hashable, Any], question: Question, answer_texts: Mapping[str, str]) -> None:
    """Show the cases of one set side by side, with the model's answer to each."""
    score = get_benchmark_info().words.score
    truth = "" if pd.isna(row["truth"]) else format_coded_value(question, row["truth"])
    st.markdown(texts.describe_set(row["set_id"], truth, row["n_right"], row["n_read"], score, row["swing"]))
    key = keys.WORST_SET_GALLERY.make_key(row["set_id"])
    siblings = run_query("set_members", set_id=row["set_id"]).to_dict("records")
    images = load_tile_rows(answer_texts)
    tiles = [
        build_thumbnail(
            images[member["case_id"]],
            ", ".join(filter(None, name_slot(member["slot"] or member["title"]))),
            answer_texts[member["case_id"]],
        )
        for member in siblings
        if member["case_id"] in answer_texts
    ]
    tile_px = MIN_WIDE_TILE_PX if len(tiles) <= MIN_TILES_PER_ROW else MIN_NARROW_TILE_PX
    in_row = max(MIN_TILES_PER_ROW, len(tiles))
    build_gallery(tiles, key, open_photograph, tile_px, in_row, page="cases").show()
