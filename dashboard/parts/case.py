"""One case of the Cases page: its images and question, the cases of its group, answers against truth, replies."""

import textwrap

import pandas as pd
import streamlit as st

from core.analyses.answers_table import case_table
from core.text import plain
from core.warehouse.read import NO_FILTERS, Filters
from dashboard import links
from dashboard.components import listen
from dashboard.figures import how_to_read
from dashboard.filters import of_chosen_runs
from dashboard.links import open_photograph
from dashboard.parts import images, notes, pins, question, triangle_case
from dashboard.parts.answers_table import show_answers_table
from dashboard.parts.examples import pictures_by_case
from dashboard.parts.thumbnails import show_linked_gallery, thumbnail
from dashboard.parts.walk import WayOut, show_walk
from dashboard.queries import about, query
from dashboard.sidebar import with_references
from dashboard.tables import show_table
from dashboard.theme import name_tab

MAX_SIBLINGS = 24
"""Cases of a group that are shown beside each other."""


def show(case_id: str, listed_ids: list[str], pinned_ids: list[str], filters: Filters, right_at: float) -> None:
    """The whole case; next and previous follow `listed_ids`, the gallery's order."""
    _show_head(case_id, listed_ids, pinned_ids)
    answers = query("case_answers", case_id=case_id, right_at=right_at)
    answered = of_shown_models(answers.dropna(subset=["run_id"]), filters)
    show_subject(case_id, answered)
    if triangle_case.is_one():
        triangle_case.show_facts(case_id)
    else:
        _show_factors(case_id)
    _show_group(case_id)
    show_answers(case_id, answers, answered, right_at)
    notes.show(case_id)
    _show_replies(of_shown_models(query("case_replies", case_id=case_id), filters))


def show_subject(case_id: str, answered: pd.DataFrame) -> None:
    """What is shown and asked: images, the question with its options, and what else the benchmark draws.

    Args:
        case_id: which.
        answered: the query `case_answers` of the runs that are shown.
    """
    if triangle_case.is_one():
        triangle_case.show_subject(case_id, answered)
        return
    picture, asked = st.columns([4, 3], gap="medium")
    with picture:
        images.show(case_id)
    with asked:
        question.show(case_id, answered)


def _show_factors(case_id: str) -> None:
    rows = query("case_factors", case_id=case_id)
    if len(rows):
        st.table({plain(row.title): plain(row.level) for row in rows.itertuples()}, border="horizontal")


def _show_group(case_id: str) -> None:
    """The other cases of the group, as thumbnails."""
    siblings = query("group_cases", case_id=case_id)
    if len(siblings) < 2:
        return
    words, group_id = about().words, siblings["group_id"].iloc[0]
    st.markdown(f"**The {words.cases} of {words.group} {plain(group_id)}**")
    pictures = pictures_by_case()
    details = triangle_case.details(case_id) if triangle_case.is_one() else {}
    tiles = [
        thumbnail(
            pictures[row["case_id"]],
            row["slot"] or row["title"],
            details.get(row["case_id"], _first_words(row["text"])),
            is_outlined=True,
            is_current=row["case_id"] == case_id,
        )
        for row in siblings.head(MAX_SIBLINGS).to_dict("records")
    ]
    show_linked_gallery(tiles, "conditions", is_on_cases=True)


def _first_words(text: object) -> str:
    return textwrap.shorten(text, 60, placeholder=" …") if isinstance(text, str) else ""


def of_shown_models(rows: pd.DataFrame, filters: Filters = NO_FILTERS) -> pd.DataFrame:
    """The rows of the chosen runs, else of the chosen models, else of all, references only if they are switched on."""
    chosen = of_chosen_runs(rows, filters)
    if chosen is not None:
        return chosen
    if isinstance(filters["model"], list):
        return rows[rows["model_id"].isin(filters["model"])]
    return rows if with_references() else rows[rows["model_kind"] != "reference"]


def _back_to_gallery() -> None:
    st.query_params.pop("photograph", None)


def _go_to(case_id: str) -> None:
    open_photograph(case_id, is_on_cases=True)


def _show_head(case_id: str, listed_ids: list[str], pinned_ids: list[str]) -> None:
    name_tab(case_id, "Cases")
    is_listed = case_id in listed_ids
    ids = listed_ids if is_listed else list(query("case_ids")["case_id"])
    with st.container(gap=None):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.title(case_id, width="content", anchor=False)
            with st.container(horizontal=True, width="content", vertical_alignment="center"):
                pins.show_pin(case_id, pinned_ids)
                st.page_link(
                    links.ASK_A_MODEL,
                    label="Ask a model",
                    icon=":material/forum:",
                    query_params={"photograph": case_id},
                )
                keys = show_walk(case_id, ids, WayOut("Gallery", ":material/grid_view:", _back_to_gallery), _go_to)
        listen(keys, "keys")
    among = (
        "in the gallery's order"
        if is_listed
        else f"of all {about().words.cases}, since this one does not fit the filters"
    )
    st.caption(f"{ids.index(case_id) + 1:,} of {len(ids):,} {among}. Keys: left and right arrow, Esc for the gallery.")


def show_answers(
    case_id: str, rows: pd.DataFrame, answered: pd.DataFrame, right_at: float, title: str = "Answers"
) -> None:
    """Each model's answers beside the truths, each with its scores.

    Args:
        case_id: names the table's download.
        rows: the query `case_answers`.
        answered: those of its rows that are shown.
        right_at: the kappa from which on a number is right.
        title: of the section.
    """
    st.subheader(title)
    described = about()
    if answered.empty:
        st.info(f"No chosen model was asked about this {described.words.case}.")
    frames = [frame for frame in (described.truth, described.foil) if frame]
    headings = {frame.frame: f"Truth {frame.title}" if len(frames) > 1 else frame.title for frame in frames}
    show_answers_table(case_table(rows, answered, described, right_at), headings, "colours")
    score = described.words.score
    against = " · against ".join(frame.title for frame in frames) if described.foil else described.truth.phrase
    marks = [":blue-background[**right**]" + (f" against {described.truth.phrase}" if described.foil else "")]
    marks += [f":orange-background[*right only against {described.foil.phrase}*]"] if described.foil else []
    st.caption(f"Grey: {score} in %, against {against}. {', '.join(marks)}.")
    number = f", a number if its {score} is at least {right_at:.0%}" if described.has_numbers else ""
    how_to_read(
        f"A class or an option is right if it equals the truth{number}. "
        "An answer that could not be read shows its status in grey and counts in no mean.\n\n"
        "Zoom the picture with its buttons, plus and minus, a double click, or Ctrl and the wheel. Drag to move it."
    )
    with st.expander("As a table, with reasons and notes"):
        show_table(answered, f"answers_{case_id}")


def _show_replies(replies: pd.DataFrame) -> None:
    st.subheader("Replies")
    for reply in replies.to_dict("records"):
        with st.expander(f"{plain(reply['run_label'])}: raw reply ({reply['status'].replace('_', ' ')})"):
            st.code(reply["raw"] or reply["error"] or "There is no reply.", language=None, wrap_lines=True)
    for prompt_id, rows in replies.groupby("prompt_id"):
        with st.expander(f"Prompt {plain(prompt_id)}, image view {plain(', '.join(sorted(set(rows['image_view']))))}"):
            st.code(rows["prompt"].iloc[0], language=None, wrap_lines=True)
