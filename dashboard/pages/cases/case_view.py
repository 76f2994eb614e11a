"""One case of the Cases page: header, images, question, answers against truth, explanations, replies, facts, notes."""

from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from core.formatting import escape_markdown
from core.warehouse.read import NO_FILTERS, Filters
from dashboard.components.facts import FactTable, show_facts
from dashboard.data import prefetch
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.queries import run_query
from dashboard.pages.cases import (
    answer_locations,
    board_view,
    case_header,
    case_replies,
    image_panel,
    model_behaviour,
    notes,
    pass_strips,
    question_panel,
    similar_cases,
    texts,
    triangle_panel,
)
from dashboard.pages.cases.case_answers import (
    CaseAnswers,
    load_answers,
    load_answers_table,
    load_case_answers,
    select_case_runs,
)
from dashboard.runtime.state_keys import cases as keys
from dashboard.runtime.state_keys import common as common_keys
from dashboard.selection.cached_analyses import Runs, list_eligible_runs
from dashboard.style.palette import get_marker_style
from dashboard.widgets.answers_table import RunChoice, format_legend, show_answers_table
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.group_members import read_siblings
from dashboard.widgets.tables import show_lazy_expander, show_table


def show(case_id: str, listed_ids: list[str], pinned_ids: list[str], filters: Filters, right_at: float) -> None:
    """Show the whole case; next and previous follow `listed_ids`, the gallery's order."""
    runs = select_case_runs(case_id, filters)
    drawn = _find_board_run(runs.run_ids)
    prefetch.prefetch_in_parallel(*_list_loaders(case_id, right_at, runs.run_ids, drawn))
    walked = case_header.show(case_id, listed_ids, pinned_ids, _build_keys(runs.run_ids))
    answers = load_case_answers(case_id, right_at, filters)
    show_subject(answers)
    show_answers(answers, filters)
    with st.container():  # one element with or without passes, as below
        pass_strips.show(case_id, right_at, answers.run_ids)
    case_replies.show(case_id, answers.run_ids)
    with st.container():  # always one element, so that a step to another case keeps the elements below in position
        if triangle_panel.is_triangle_benchmark():
            triangle_panel.show_facts(case_id)
        else:
            _show_factors(case_id)
    similar_cases.show(case_id, filters, right_at)
    notes.show(case_id)
    prefetch_cases(walked, right_at, filters)


def _build_keys(run_ids: Runs) -> dict[str, Callable[[], None]]:
    """Build the key callbacks of the page below its header: numbers choose a model, N opens the form of a note."""
    numbered = zip("123456789", run_ids, strict=False) if triangle_panel.is_triangle_benchmark() else ()
    return {**{number: partial(_choose_run, run_id) for number, run_id in numbered}, **notes.build_keys()}


def prefetch_cases(case_ids: Sequence[str], right_at: float, filters: Filters) -> None:
    """Prefetch as many of the first cases as may wait, since the visitor will probably open one of them.

    Args:
        case_ids: ids of the cases, the likeliest first.
        right_at: as in `warm_cache`.
        filters: as in `warm_cache`.
    """
    counted, chosen = list_eligible_runs(filters), keys.IMPLIED_ANSWERS_RUN.read()
    for case_id in case_ids[: prefetch.MOST_WAITING]:
        prefetch.prefetch_later(partial(warm_cache, case_id, right_at, filters, counted, chosen))


def warm_cache(case_id: str, right_at: float, filters: Filters, counted: Runs, chosen: str | None = None) -> None:
    """Load ahead what `show` needs from the warehouse, so that it is cached when the case is opened; needs no session.

    Args:
        case_id: id of the case.
        right_at: the score from which a graded answer is right.
        filters: of the page.
        counted: the runs that count by these filters.
        chosen: the run whose triangle is drawn, if it is visible.
    """
    run_ids = select_case_runs(case_id, filters, counted=counted).run_ids
    for loader in _list_loaders(case_id, right_at, run_ids, board_view.find_board_run(chosen, run_ids)):
        loader()


def _list_loaders(case_id: str, right_at: float, run_ids: Runs, drawn: str | None) -> list[Callable[[], object]]:
    """Return independent loaders of the case's parts, in the order in which the page uses them."""
    own = [partial(run_query, name, case_id=case_id) for name in ("case_factors", "case_images")]
    of_triangle = [
        partial(triangle_panel.warm_cache, case_id),
        lambda: board_view.warm_cache(load_answers(case_id, right_at, run_ids).answered, drawn),
    ]
    return [
        *(of_triangle if triangle_panel.is_triangle_benchmark() else own),
        partial(read_siblings, case_id),
        partial(load_answers_table, case_id, right_at, run_ids),
        partial(model_behaviour.describe_behaviours, case_id, right_at, run_ids),
        partial(pass_strips.load_strips, case_id, right_at, run_ids),
        partial(run_query, "case_replies", case_id=case_id, of_runs=list(run_ids)),
        partial(run_query, "case_rereadings", case_id=case_id, of_runs=list(run_ids)),
    ]


def show_subject(answers: CaseAnswers) -> None:
    """Show the images, the question with its options, and the benchmark's own drawings."""
    with st.container(key=common_keys.CASE_SUBJECT):
        if triangle_panel.is_triangle_benchmark():
            triangle_panel.show_subject(answers.case_id, answers.answered)
            return
        picture, asked = st.columns([4, 3], gap="medium")
        with picture:
            placed = answer_locations.find_answer_locations(answers.answered)
            image_panel.show(answers.case_id, placed)
        with asked:
            question_panel.show(
                answers.case_id, answers.answered, {} if answers.are_all_shown else answers.load_counts()
            )


def _show_factors(case_id: str) -> None:
    rows = run_query("case_factors", case_id=case_id)
    if len(rows):
        show_facts([FactTable({str(row.title): str(row.level) for row in rows.itertuples()})], keys.CASE_FACTS)


def show_answers(answers: CaseAnswers, filters: Filters = NO_FILTERS, title: str = "") -> None:
    """Show each visible model's answers beside the truths, its behaviour elsewhere, and all of it as a table.

    Args:
        answers: to the case.
        filters: filters whose questions are emphasised.
        title: of the section; empty on the case's own page, which has a board that follows the chosen model.
    """
    case_id = answers.case_id
    if title:
        st.subheader(title)
    show_matrix(answers, filters, follows=not title)
    model_behaviour.show(answers, _find_board_run(answers.run_ids))
    if counts := answers.describe_counts():
        st.caption(escape_markdown(counts))
    _explain(answers, triangle_panel.explain_overlay() if triangle_panel.is_triangle_benchmark() else "")
    show_lazy_expander(texts.ANSWERS_TABLE, "answers", partial(_show_all, case_id, answers.answered))


def show_matrix(
    answers: CaseAnswers, filters: Filters = NO_FILTERS, *, follows: bool = True, with_scores: bool = True
) -> None:
    """Show each visible model's answers beside the truths, with errors and, if there is time to read them, scores.

    Args:
        answers: to the case.
        filters: filters whose questions are emphasised.
        follows: whether there is a board that follows the chosen model.
        with_scores: whether each number has its scores.
    """
    answered = answers.answered
    described = get_benchmark_info()
    if answered.empty:
        st.info(texts.describe_no_model(described.words.case))
    frames = [frame for frame in (described.truth, described.foil) if frame]
    headings = {frame.frame: f"Truth {frame.title}" if len(frames) > 1 else frame.title for frame in frames}
    kinds, runs = get_model_kinds(), answered.drop_duplicates("run_id")
    asked = filters["question"]
    show_answers_table(
        load_answers_table(answers.case_id, answers.right_at, answers.run_ids),
        headings,
        keys.ANSWER_MATRIX,
        looks={
            run: get_marker_style(model, kinds) for run, model in zip(runs["run_id"], runs["model_id"], strict=True)
        },
        marked=asked if isinstance(asked, list) else [],
        choice=_build_choice(list(runs["run_id"])) if triangle_panel.is_triangle_benchmark() and follows else None,
        with_scores=with_scores,
    )


def _build_choice(run_ids: list[str]) -> RunChoice:
    """Build the choice of a run: a click on a model's name draws the triangle that its answers imply."""
    return RunChoice(_find_board_run(run_ids), _choose_run, texts.CHOOSE_RUN)


def _find_board_run(run_ids: Sequence[str]) -> str | None:
    """Return the run whose triangle is drawn."""
    return board_view.find_board_run(keys.IMPLIED_ANSWERS_RUN.read(), run_ids)


def _choose_run(run_id: str) -> None:
    keys.IMPLIED_ANSWERS_RUN.write(run_id)


def describe_number_note(answered: pd.DataFrame) -> str:
    """Explain what is below each number of the matrix, for the end of the legend; empty without numbers."""
    questions = get_benchmark_info().questions
    has_numbers = any(questions[question_id].is_number for question_id in answered["question_id"].unique())
    return texts.NUMBER_NOTE if has_numbers else ""


def _explain(answers: CaseAnswers, pictures: str) -> None:
    """Show the legend of signs and grounds in a line, and the rest behind a button.

    Args:
        answers: to the case.
        pictures: explanation of the lines and numbers in the images.
    """
    described, right_at = get_benchmark_info(), answers.right_at
    score = described.words.score
    references = f"{described.truth.title} · {described.foil.title}" if described.foil else ""
    scores = texts.explain_scores(score, references) if described.has_graded_scores else ""
    graded = texts.explain_graded(score, right_at) if described.has_graded_scores else ""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"{format_legend()}{describe_number_note(answers.answered)}{scores}.", width="content")
        show_help_popover(texts.explain_answers(graded, pictures))


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
