"""Presentation of pinned cases to an audience: one slide per case with its truth hidden at first, and a summary."""

from collections.abc import Callable
from functools import partial

import pandas as pd
import streamlit as st

from core.benchmarks.triangles.spoken_questions import ABOUT, format_spoken_question
from core.formatting import escape_markdown, format_count
from core.warehouse.read import Filters, Parameter
from dashboard.components.action_header import Action, build_action_header
from dashboard.components.gallery import Tile, build_gallery
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import get_settings
from dashboard.pages.cases import (
    board_view,
    case_codes,
    case_view,
    image_panel,
    note_form,
    notes,
    question_panel,
    texts,
    triangle_panel,
)
from dashboard.pages.cases.case_answers import CaseAnswers, load_case_answers
from dashboard.pages.cases.case_content import read_choices
from dashboard.pages.cases.case_header import describe_case
from dashboard.pages.cases.pager import ExitAction, build_pager
from dashboard.runtime.state_keys import cases as keys
from dashboard.runtime.state_keys import common as common_keys
from dashboard.style.theme import set_tab_title, use_presentation_style
from dashboard.widgets import cohort_slides, pins, report_button
from dashboard.widgets.example_gallery import load_tile_rows
from dashboard.widgets.note_author import remember_author
from dashboard.widgets.thumbnails import build_thumbnail

NOTE, LABEL = "Note", "Label"

FIRST_FIELD = "[role=dialog] input"
"""CSS selector of the first field of a note's dialog, for `listen`."""


def show(slide: str, ids: list[str], filters: Filters, right_at: float) -> None:
    """Show one slide: a pinned case, or with `pins.LIST` all of them.

    Args:
        slide: id of the case, or `pins.LIST`.
        ids: the pinned cases.
        filters: filters whose models and questions are visible.
        right_at: the score from which a number is right.
    """
    use_presentation_style()
    remember_author()
    is_case = slide != pins.LIST
    set_tab_title(slide if is_case else "Pinned", "Cases")
    place = f"{slide} · {ids.index(slide) + 1} of {len(ids)}" if is_case else cohort_slides.get_list_title()
    actions, callbacks = _build_case_actions(slide) if is_case else ([], {})
    way_out = ExitAction("End", "close", pins.end_presentation)
    pager, pager_callbacks = build_pager(slide, [*ids, pins.LIST], way_out, pins.present)
    build_action_header(
        place,
        [*actions, *pager],
        None,
        callbacks | pager_callbacks,
        keys.SLIDE_HEAD,
        fields=dict.fromkeys("nN", FIRST_FIELD),
        has_full_screen=True,
    ).show()
    if not is_case:
        _show_list(ids, filters, right_at)
        return
    _show_case(slide, filters, right_at)
    dialogs = {NOTE: _write_note, LABEL: _give_label}
    if opened := dialogs.get(keys.PRESENTER_DIALOG.take() or ""):
        opened(slide)


def _build_case_actions(case_id: str) -> tuple[list[Action], dict[str, Callable[[], None]]]:
    """Return the actions of a case's slide, and the callbacks of their keys; visitors who cannot write get no notes."""
    is_revealed = case_id in _list_revealed_cases()
    actions = [Action("Hide the truth" if is_revealed else "Show the truth", "truth", "g", "Key: G")]
    callbacks: dict[str, Callable[[], None]] = {"g": partial(_toggle_truth, case_id)}
    if not get_settings().read_only:
        actions += [
            Action(NOTE, "note", "n", "Key: N", opens_dialog=True),
            Action(LABEL, "label", "l", "Key: L", opens_dialog=True),
        ]
        callbacks |= {"n": partial(_open, NOTE), "l": partial(_open, LABEL)}
    return actions, callbacks | {key.upper(): handle for key, handle in callbacks.items()}


def _list_revealed_cases() -> set[str]:
    """Return the cases whose truth is visible."""
    return keys.REVEALED_CASES.read() or set()


def _toggle_truth(case_id: str) -> None:
    """Show the truth of a case, or hide it again (callback)."""
    keys.REVEALED_CASES.write(_list_revealed_cases() ^ {case_id})


def _open(dialog: str) -> None:
    """Open a dialog over the slide (callback)."""
    keys.PRESENTER_DIALOG.write(dialog)


def _show_case(case_id: str, filters: Filters, right_at: float) -> None:
    with st.container(key=keys.SLIDE):
        if case_id not in _list_revealed_cases():
            _show_guess(case_id, filters)
            return
        st.markdown(escape_markdown(describe_case(case_id)))
        answers = _load_model_answers(case_id, filters, right_at)
        answered = answers.answered
        is_triangle = triangle_panel.is_triangle_benchmark()
        with st.container(key=common_keys.CASE_SUBJECT if is_triangle else keys.SLIDE_SUBJECT):
            if is_triangle:
                triangle_panel.show_slide(case_id, answered)
            else:
                picture, asked = st.columns(2, gap="medium")
                with picture:
                    image_panel.show(case_id)
                with asked:
                    question_panel.build(case_id, answered, answers.load_model_counts()).show()
        choices = read_choices(filters, right_at)
        board_run = board_view.find_board_run(choices.run, answers.run_ids) if is_triangle else None
        case_view.show_matrix(answers, choices.questions, board_run, with_scores=False)
        if counts := answers.describe_counts():
            st.markdown(escape_markdown(counts))
        _show_notes(case_id)


def _show_guess(case_id: str, filters: Filters) -> None:
    """Show the images and the question, without any hint at the truth."""
    with st.container(key=keys.GUESS):
        picture, asked = st.columns([7, 4], gap="medium")
        with picture:
            if triangle_panel.is_triangle_benchmark():
                triangle_panel.show_guess(case_id)
            else:
                image_panel.show(case_id)
        with asked:
            if not triangle_panel.is_triangle_benchmark():
                question_panel.build(case_id, None).show()
            else:
                _ask(filters["question"])
            st.markdown(texts.GUESS)


def _ask(chosen: Parameter) -> None:
    """Show the questions about a triangle, and their subject.

    Args:
        chosen: ids of the questions; anything else for all.
    """
    st.markdown(ABOUT)
    for question in get_benchmark_info().questions.values():
        if not isinstance(chosen, list) or question.question_id in chosen:
            st.markdown(
                f"**{escape_markdown(question.name)}**&ensp;{escape_markdown(format_spoken_question(question))}"
            )


def _load_model_answers(case_id: str, filters: Filters, right_at: float) -> CaseAnswers:
    """Load the answers of the chosen runs or models; without a choice those of models, or of references if none."""
    return load_case_answers(case_id, right_at, filters, with_solvers=False)


def _show_notes(case_id: str) -> None:
    for note in notes.list_case_notes(case_id):
        text = f": {escape_markdown(note.text)}" if note.text else ""
        st.markdown(
            f":material/sticky_note_2: **{escape_markdown(note.label)}** · {escape_markdown(note.author)}{text}"
        )
    case_codes.show(case_id)


def _show_list(ids: list[str], filters: Filters, right_at: float) -> None:
    """Show every pinned case with its verdicts and notes, and the report with them."""
    written = notes.group_notes_by_case()
    count = sum(len(written.get(case_id, [])) for case_id in ids)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(
            f"{get_benchmark_info().format_case_count(len(ids))}, {format_count(count, 'note')}.", width="content"
        )
        report_button.show()
    pictures = load_tile_rows(ids)
    with st.container(key=keys.SLIDE):
        for case_id in ids:
            picture, words = st.columns([1, 5], gap="medium")
            with picture:
                _show_tile(build_thumbnail(pictures[case_id], "", "", is_outlined=True))
            with words:
                st.markdown(f"**{escape_markdown(case_id)}** · {escape_markdown(describe_case(case_id))}")
                answers = _load_model_answers(case_id, filters, right_at)
                st.markdown(
                    " ".join(
                        filter(None, (_describe_verdicts(answers.answered), escape_markdown(answers.describe_counts())))
                    )
                )
                notes.show_list(written.get(case_id, []))


def _show_tile(tile: Tile) -> None:
    """Show a tile; a click on it opens the case's slide."""
    key = keys.PINNED_TILE.make_key(tile.case_id)
    build_gallery([tile], key, pins.present, tile_px=150, page="cases").show()


def _describe_verdicts(answered: pd.DataFrame) -> str:
    """Describe in a line how many answers of each model are right."""
    counted = answered.groupby("run_label", sort=False)["is_right"].agg(["sum", "size"])
    told = [f"{escape_markdown(row.Index)} {row.sum:.0f} of {row.size}" for row in counted.itertuples()]
    return f"Correct: {', '.join(told)}." if told else texts.NO_MODEL_ASKED


@st.dialog("Note")
def _write_note(case_id: str) -> None:
    st.markdown(f"**{escape_markdown(case_id)}**")
    note_form.show_form(case_id)


@st.dialog("Label")
def _give_label(case_id: str) -> None:
    st.markdown(f"**{escape_markdown(case_id)}**")
    note_form.show_labels(case_id)
