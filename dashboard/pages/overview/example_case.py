"""The task in one picture: a case on which the models differ, what is asked, what is true and what they say."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.benchmarks.info import About
from core.formatting import capital, plain
from core.overlays.shapes import PhotographRow, Point, border_corners, outline
from core.records import RIGHT_AT
from dashboard.components import Shape
from dashboard.components.warp import show_warp
from dashboard.data.image_urls import image_url
from dashboard.data.queries import about, query
from dashboard.pages.cases import question_panel, triangle_panel
from dashboard.pages.cases.case_answers import answers_to
from dashboard.runtime.session_state import read_state
from dashboard.style.theme import keep_shape
from dashboard.widgets import navigation
from dashboard.widgets.answers_table import marked
from dashboard.widgets.navigation import follow
from dashboard.widgets.thumbnails import picture_size

PLACE = "task-place"
"""Key of the session: how many cases were passed over."""

MOST_PX = 340
"""Height of a picture on the screen."""

MOST_SAID = 8
"""Models whose answers stand below the case."""


@st.fragment
def show(telling: pd.DataFrame) -> None:
    """One of the telling cases.

    Args:
        telling: of the query `telling_cases`.
    """
    follow()
    if telling.empty:
        return
    place = (read_state(PLACE, int) or 0) % len(telling)
    case_id, question_id = (str(telling[name].iloc[place]) for name in ("case_id", "question_id"))
    described = about()
    asked = described.questions[question_id]
    _show_picture(case_id)
    answers = answers_to(case_id, RIGHT_AT, with_solvers=False, most=MOST_SAID)
    rows, shown = (table[table["question_id"] == question_id] for table in (answers.rows, answers.answered))
    if asked.kind == "choice":
        question_panel.show(case_id, shown, {} if answers.are_all_shown else answers.counts())
    else:
        st.markdown(f"**{plain(asked.title)}: {plain(asked.asks)}?**  \n{_truths(rows, described)}")
        st.markdown(_said(shown))
        if told := answers.counts_text():
            st.caption(plain(told))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Another", icon=":material/refresh:", key="another-task", on_click=_pass_over)
        st.page_link(
            navigation.CASES,
            label=f"Open {plain(case_id)}",
            icon=":material/open_in_full:",
            query_params={"photograph": case_id},
        )


def _show_picture(case_id: str) -> None:
    """The case's images side by side; that of a triangle turns into the board from above."""
    if triangle_panel.is_one():
        row = triangle_panel.rows_of_group(case_id)[case_id]
        alt = f"{about().words.case.capitalize()} {case_id} with its triangle; it turns into the board from above"
        _show(row, outline(row), border_corners(row), alt)
        return
    images = query("case_images", case_id=case_id).to_dict("records")
    for place, (row, column) in enumerate(zip(images, st.columns(max(len(images), 1), gap="small"), strict=False)):
        with column:
            _show(row, (), None, f"Image {place + 1} of {len(images)} of {case_id}", place)


def _show(
    row: PhotographRow, shapes: Sequence[Shape], square_px: Sequence[Point] | None, alt: str, place: int = 0
) -> None:
    key = f"task-picture-{place}" if place else "task-picture"
    size = picture_size(row)
    keep_shape(key, *size, MOST_PX)
    show_warp(image_url(row["image_key"], "large"), *size, shapes, square_px, alt, key)


def _truths(answers: pd.DataFrame, described: About) -> str:
    row = answers.iloc[0]
    texts = [f"{capital(described.truth.phrase)}: **{plain(row['true_class'])}**"]
    if described.foil and isinstance(row["foil_class"], str):
        texts.append(f"{capital(described.foil.phrase)}: **{plain(row['foil_class'])}**")
    return " · ".join(texts)


def _said(answers: pd.DataFrame) -> str:
    lines = []
    for row in answers.to_dict("records"):
        label, value = plain(row["run_label"]), plain(row["value_class"]) if isinstance(row["value_class"], str) else ""
        verdict = "right" if row["is_right"] else "foil_only" if row["is_right_in_2d_only"] else "wrong"
        said = marked(value, verdict) if value else f":gray[{plain(row['status'].replace('_', ' '))}]"
        lines.append(f"- {label} says {said}")
    return "\n".join(lines)


def _pass_over() -> None:
    st.session_state[PLACE] = (read_state(PLACE, int) or 0) + 1
