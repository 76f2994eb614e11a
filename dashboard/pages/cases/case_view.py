"""One case of the Cases page: header, images, question, answers against truth, explanations, replies, facts, notes."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.analyses.phrases import describe_tolerances
from core.analyses.reference_models import describe_reference_models
from core.formatting import escape_markdown
from core.warehouse.read import Filters
from dashboard.components.draw_ahead import draw_ahead
from dashboard.components.mount import Part
from dashboard.data import prefetch
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import Generation, require_generation, start_fragment_run
from dashboard.pages.cases import (
    answer_locations,
    case_content,
    case_header,
    case_replies,
    image_panel,
    model_behaviour,
    notes,
    pass_strips,
    similar_cases,
    texts,
    triangle_panel,
)
from dashboard.pages.cases.case_answers import CaseAnswers, CaseRuns, load_run_answers, select_case_runs
from dashboard.pages.cases.case_content import (
    CaseChoices,
    CaseContent,
    is_built,
    is_matrix_folded,
    load_content,
    read_choices,
)
from dashboard.pages.cases.case_header import CaseOrder
from dashboard.pages.cases.pager import FORWARD, find_steps
from dashboard.pages.cases.triangle_panel import is_triangle_benchmark
from dashboard.runtime.state_keys import cases as keys
from dashboard.runtime.state_keys import common as common_keys
from dashboard.selection.cached_analyses import Runs
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import show_lazy_expander, show_table


def show(case_id: str, listed_ids: list[str], pinned_ids: list[str], filters: Filters, right_at: float) -> None:
    """Show the whole case; next and previous follow `listed_ids`, the gallery's order."""
    runs = select_case_runs(case_id, filters)
    order = case_header.find_order(case_id, listed_ids, pinned_ids)
    case_header.show(case_id, order, build_keys(runs.run_ids))
    case_header.show_group(case_header.build_group(case_id))
    _show_content(require_generation(), case_id, runs, order, filters, right_at)
    similar_cases.show(case_id, filters, right_at)
    notes.show(case_id)


@st.fragment
def _show_content(
    generation: Generation, case_id: str, runs: CaseRuns, order: CaseOrder, filters: Filters, right_at: float
) -> None:
    """Show everything that depends on the visitor's choice of layers and of a run, and draw the neighbours ahead."""
    start_fragment_run()
    if require_generation() != generation:
        st.rerun()
    answers = load_run_answers(case_id, right_at, runs)
    with st.container(key=common_keys.CASE_SUBJECT):
        places = triangle_panel.show_choices(case_id, answers.answered) if is_triangle_benchmark() else []
        choices = read_choices(filters, right_at)  # with those that have just been shown
        content = load_content(case_id, runs, choices)
        _show_subject(answers, content, places)
    if answers.answered.empty:
        st.info(texts.describe_no_model(get_benchmark_info().words.case))
    with st.container():  # always one element, as below
        _show_matrix(answers, content.matrix)
    _show_below_matrix(answers, content.behaviours)
    with st.container():  # one element with or without passes, as below
        pass_strips.show(case_id, right_at, answers.run_ids)
    case_replies.show(case_id, answers.run_ids)
    with st.container():  # always one element, so that a step to another case keeps the elements below in position
        if content.facts:
            content.facts.show()
        if is_triangle_benchmark():
            triangle_panel.show_notices(case_id)
    _draw_neighbours_ahead(case_id, content, order, filters, choices)


def build_keys(run_ids: Runs) -> dict[str, Callable[[], None]]:
    """Build the key callbacks of the page below its header: numbers choose a model, N opens the form of a note."""
    numbered = zip("123456789", run_ids, strict=False) if is_triangle_benchmark() else ()
    choose = keys.IMPLIED_ANSWERS_RUN.write
    return {**{number: partial(choose, run_id) for number, run_id in numbered}, **notes.build_keys()}


def _show_subject(answers: CaseAnswers, content: CaseContent, places: Sequence[DeltaGenerator]) -> None:
    """Show the images, in `places` those of a triangle, and the question with its options."""
    if places:
        for column, part in zip(places, content.images, strict=True):
            with column:
                part.show()
        return
    picture, asked = image_panel.make_subject_columns()
    with picture:
        placed = answer_locations.find_answer_locations(answers.answered)
        image_panel.show_images(answers.case_id, content.images, placed)
    with asked:
        if content.question:
            content.question.show()


def _draw_neighbours_ahead(
    case_id: str, content: CaseContent, order: CaseOrder, filters: Filters, choices: CaseChoices
) -> None:
    """Let the browser draw the next case at once, and the previous one if it is built; build those behind them.

    A busy server does not build the next case for it. Only cases with the same components as this one are drawn ahead.
    A server that does not prefetch draws none, since it embeds the images in the page and would send them twice.
    """
    if not prefetch.is_enabled():
        return
    steps = find_steps(case_id, order.ids)
    runs = {neighbour: select_case_runs(neighbour, filters) for neighbour in steps.values()}
    if FORWARD in steps and not prefetch.is_busy():
        prefetch.fetch_now(partial(load_content, steps[FORWARD], runs[steps[FORWARD]], choices))
    built = {key: load_content(to, runs[to], choices) for key, to in steps.items() if is_built(to, runs[to], choices)}
    ahead = {
        key: [case_header.build(steps[key], order, build_keys(runs[steps[key]].run_ids)), *neighbour.list_parts()]
        for key, neighbour in built.items()
        if content.images and neighbour.list_keys() == content.list_keys()
    }
    draw_ahead(ahead, keys.CASE_AHEAD)
    beyond = [further[key] for key, to in steps.items() if key in (further := find_steps(to, order.ids))]
    missing = [to for key, to in steps.items() if key not in built]
    case_content.prefetch_cases([*missing, *beyond], choices, filters)


def show_answers(answers: CaseAnswers, title: str) -> None:
    """Show each visible model's answers beside the truths, its behaviour elsewhere, and all of it as a table.

    Args:
        answers: to the case.
        title: of the section.
    """
    st.subheader(title, anchor=False)
    show_matrix(answers)
    _explain(answers)
    _show_below_matrix(answers, model_behaviour.build(answers, None))


def show_matrix(
    answers: CaseAnswers, marked: Sequence[str] = (), board_run: str | None = None, *, with_scores: bool = True
) -> None:
    """Show each visible model's answers beside the truths; arguments as `case_content.build_matrix` takes them."""
    if answers.answered.empty:
        st.info(texts.describe_no_model(get_benchmark_info().words.case))
    case_content.build_matrix(answers, marked, board_run, with_scores=with_scores).show()


def _show_matrix(answers: CaseAnswers, matrix: Part) -> None:
    """Show the matrix and its legend; folded if the question above names the runs that chose each option."""
    with st.expander(texts.MATRIX) if is_matrix_folded(answers) else nullcontext():
        matrix.show()
        _explain(answers)


def _show_below_matrix(answers: CaseAnswers, behaviours: Part | None) -> None:
    if behaviours:
        behaviours.show()
    if counts := answers.describe_counts():
        st.caption(escape_markdown(counts))
    show_lazy_expander(texts.ANSWERS_TABLE, "answers", partial(_show_all, answers.case_id, answers.answered))


def _explain(answers: CaseAnswers) -> None:
    """Show in a line what is below and behind each answer and when it is correct, and the rest behind a button."""
    described, right_at = get_benchmark_info(), answers.right_at
    score = described.words.score
    references = f"{described.truth.title} · {described.foil.title}" if described.foil else ""
    tolerances = escape_markdown(describe_tolerances(described, right_at)) if described.has_graded_scores else ""
    scores = texts.explain_scores(score, references, tolerances) if described.has_graded_scores else ""
    graded = texts.explain_graded(score, right_at) if described.has_graded_scores else ""
    overlay = triangle_panel.explain_overlay() if is_triangle_benchmark() else ""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if scores:
            st.markdown(scores, width="content")
        solvers = answers.answered[answers.answered["model_kind"] == "reference"]
        names = dict(zip(solvers["model_id"], solvers["run_label"], strict=True))
        show_help_popover(texts.explain_answers(graded, overlay, describe_reference_models(names)))


def _show_all(case_id: str, answered: pd.DataFrame) -> None:
    described = get_benchmark_info()
    columns = {
        "run_label": "Model",
        "title": "Question",
        "status": "Status",
        "reason": "Reason",
        "note": "Note",
        "stated": "As stated",
        "value_class": "Class or letter",
        "value_number": "Number",
        "true_class": f"True class, {described.truth.title}",
        "true_number": f"True number, {described.truth.title}",
        "score": described.score,
    }
    if described.foil:
        columns |= {
            "foil_class": f"Class, {described.foil.title}",
            "foil_number": f"Number, {described.foil.title}",
            "foil_score": described.foil_score,
        }
    columns |= {"prompt_id": "Prompt", "image_view": "Image view"}
    show_table(answered, f"answers_{case_id}", columns, f"Answers about {case_id}")
