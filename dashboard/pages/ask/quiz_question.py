"""The case with its clock and its questions: buttons for classes and options, sliders for numbers."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import streamlit as st

from core.benchmarks.triangles.spoken_questions import format_spoken_question
from core.formatting import escape_markdown
from core.geometry.triangle import ISOSCELES_TOLERANCE
from core.inference.human_runs import SECONDS
from core.question_types.registry import find_question_type
from core.records import Question
from core.scoring.answer_codes import LETTERS
from dashboard.components.photograph import build_photograph
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.image_urls import find_image_url
from dashboard.data.queries import run_query
from dashboard.pages.ask import quiz_texts, texts
from dashboard.pages.ask.quiz import Quiz
from dashboard.pages.ask.subject import AskSubject, build_case_subject
from dashboard.runtime.session_state import StateKey
from dashboard.runtime.state_keys import ask as keys
from dashboard.widgets.thumbnails import get_picture_size

FIRST_RATIO = 1.0
"""Initial position of a slider for ratios."""

RATIO_LIMITS = {"Q3": (0.1, 10.0), "Q5": (1.0, 10.0)}
"""Limits of the sliders for ratios; a few degenerate (very thin) triangles of the benchmark exceed them."""

DOUBLE_CLICK_S = 0.5
"""A second press of Next within these seconds is a double click: too short to look at a photograph."""


def show_questions(sitting: Quiz, stop: Callable[[], None]) -> None:
    """Show one case of the quiz; the next one follows automatically when the time is up.

    Args:
        sitting: the quiz.
        stop: called when the user ends it early.
    """
    if sitting.advance_if_late():
        st.rerun()
    number = len(sitting.replies)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(f"**{get_benchmark_info().words.case.capitalize()} {number + 1} of {len(sitting.case_ids)}**")
        with st.container(horizontal=True, width="content"):
            st.button("Stop here", key=keys.ABANDON_QUIZ, type="tertiary", on_click=stop)
            st.button(
                "Next",
                key=keys.NEXT_CASE,
                icon=":material/arrow_forward:",
                on_click=_finish_case,
                args=(sitting, number),
            )
    st.fragment(_show_clock, run_every=1.0)(sitting, number)
    subject = build_case_subject(sitting.case_id)
    picture, form = st.columns([4, 3], gap="medium")
    with picture:
        _show_pictures(subject)
    with form:
        if subject.case is not None and subject.case.text is not None:
            st.text(subject.case.text)
        options = (
            {}
            if subject.case is None
            else {case_question.question_id: case_question.options for case_question in subject.case.asks}
        )
        for question in _select_questions(subject.questions):
            _show_question(question, options.get(question.question_id, ()), sitting, number)
        st.caption(quiz_texts.explain_stopping(get_benchmark_info().words.case))
        if any(question.kind in ("ratio", "angle") for question in subject.questions):
            st.caption(quiz_texts.SLIDER_HELP)


def _show_pictures(subject: AskSubject) -> None:
    """Show the image with its marks; several images of a case are shown side by side."""
    alt = f"{get_benchmark_info().words.case.capitalize()} to look at"
    images = run_query("case_images", case_id=subject.subject_id).to_dict("records")
    if len(images) < 2:
        size = subject.row["width_px"], subject.row["height_px"]
        build_photograph(
            subject.url, *size, list(subject.shapes), ("points", "border"), alt, key=keys.QUIZ_PICTURE
        ).show()
        if subject.shapes:
            st.caption(texts.MARKS_NOTE)
        return
    for index, (column, row) in enumerate(zip(st.columns(len(images)), images, strict=True), start=1):
        with column:
            url = find_image_url(row["image_key"], "large")
            build_photograph(
                url, *get_picture_size(row), [], (), f"{alt}, {index}", key=keys.QUIZ_PICTURES.make_key(index)
            ).show()


def _select_questions(questions: Sequence[Question]) -> Sequence[Question]:
    """Return the name question alone if it is asked: the case's other answers follow from it."""
    return [question for question in questions if question.kind == "name"] or questions


def _finish_case(sitting: Quiz, number: int) -> None:
    """Finish the case (callback); ignores the second half of a double click."""
    if len(sitting.replies) == number and sitting.left_s < SECONDS - DOUBLE_CLICK_S:
        sitting.advance()


def _show_clock(sitting: Quiz, number: int) -> None:
    if len(sitting.replies) != number or sitting.advance_if_late():
        st.rerun()
    st.progress(sitting.left_s / SECONDS, text=f"{sitting.left_s:.0f} s left")


def _show_question(question: Question, options: tuple[str, ...], sitting: Quiz, number: int) -> None:
    key = keys.QUIZ_ANSWER.make_key(number, question.question_id)
    label = escape_markdown(
        format_spoken_question(question) if question.kind in ("ratio", "angle", "name") else question.title
    )
    taking: dict[str, Any] = {"key": key, "on_change": _take, "args": (sitting, number, question.question_id, key)}
    is_open = question.question_id not in sitting.answers
    if question.kind == "choice":
        titles = {
            letter: f"{letter}. {escape_markdown(option)}" for letter, option in zip(LETTERS, options, strict=False)
        }
        st.radio(label, list(titles), index=None, format_func=titles.__getitem__, **taking)
    elif question.kind == "class":
        st.segmented_control(label, list(question.options), **taking)
    elif question.kind == "name":
        st.selectbox(label, sorted(question.options), index=None, placeholder=quiz_texts.NAME_HINT, **taking)
    elif (question_type := find_question_type(question.kind)) is not None:
        st.text_input(label, placeholder=question_type.title, **taking)
    elif question.kind == "ratio":
        values = list_ratio_steps(*RATIO_LIMITS[question.question_id])
        with _show_confirm_button(f"It is {FIRST_RATIO:.2f}", is_open=is_open, **taking):
            st.select_slider(label, values, FIRST_RATIO, format_func=lambda value: f"{value:.2f}", **taking)
    else:
        with _show_confirm_button("It is 0°", is_open=is_open, **taking):
            st.slider(label, 0, 180, 0, format="%d°", **taking)


@contextmanager
def _show_confirm_button(
    text: str, *, is_open: bool, key: str, on_change: Callable[..., None], args: tuple[object, ...]
) -> Iterator[None]:
    """Show a slider, and until it is answered a button that confirms its current value."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        yield
        if is_open:
            st.button(text, key=keys.CONFIRM_ANSWER.make_key(key), on_click=on_change, args=args)


def _take(sitting: Quiz, number: int, question_id: str, key: StateKey[object]) -> None:
    """Record an answer (callback); ignores answers to a photograph that is already finished."""
    if len(sitting.replies) == number:
        value = key.read()
        if isinstance(value, int | float):
            sitting.answer(question_id, float(value))
        else:
            sitting.answer(question_id, (value.strip() or None) if isinstance(value, str) else None)


def list_ratio_steps(low: float, high: float) -> list[float]:
    """List a ratio slider's values, 1 among them; each step is about what the paper calls equal."""
    step = np.log1p(ISOSCELES_TOLERANCE)
    powers = np.arange(round(np.log(low) / step), round(np.log(high) / step) + 1)
    return [round(float(value), 3) for value in np.exp(step * powers)]
