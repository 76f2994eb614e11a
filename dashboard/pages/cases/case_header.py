"""Sticky header of a case, and below it the other cases of the group."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal
from urllib.parse import urlencode

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.benchmarks.condition_phrases import get_condition_phrase, get_condition_subject
from core.benchmarks.slot_names import name_slot
from core.formatting import capitalise_first, format_count, strip_shared_beginning
from dashboard.components.action_header import Action, HeaderLine, build_action_header
from dashboard.components.mount import Part
from dashboard.data.benchmark_info import get_benchmark_info, have_cases_questions
from dashboard.data.current_benchmark import Generation, get_benchmark_id, require_generation
from dashboard.data.queries import run_query
from dashboard.pages.cases import notes, texts, triangle_panel, url_state
from dashboard.pages.cases.pager import ExitAction, build_pager
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.runtime.case_parameter import CASE, forget_case_id
from dashboard.runtime.state_keys import cases as keys
from dashboard.runtime.state_keys.common import BENCHMARK
from dashboard.style.theme import set_tab_title
from dashboard.widgets import case_jump, pins
from dashboard.widgets.example_gallery import load_tile_rows
from dashboard.widgets.group_members import MAX_SIBLINGS, read_siblings
from dashboard.widgets.navigation import open_page, open_photograph
from dashboard.widgets.thumbnails import build_linked_gallery, build_thumbnail

MAX_FACTORS = 5
"""Maximum number of factor levels in the header."""

ASK = "ask_a_model"
"""Path of the page that asks a model about the case."""

CASES_PER_PAGE = 48
"""Cases per page of the gallery."""


@dataclass(frozen=True, slots=True)
class CaseOrder:
    """The cases through which the header steps.

    Attributes:
        ids: in the order of the gallery if it lists the open case, else all cases.
        is_listed: whether the gallery lists the open case.
        pinned_ids: the pinned cases.
    """

    ids: Sequence[str]
    is_listed: bool
    pinned_ids: Sequence[str]


def find_order(case_id: str, listed_ids: Sequence[str], pinned_ids: Sequence[str]) -> CaseOrder:
    """Return the order in which the header of this case steps; `listed_ids` is the gallery's."""
    is_listed = case_id in listed_ids
    return CaseOrder(listed_ids if is_listed else list(run_query("case_ids")["case_id"]), is_listed, pinned_ids)


def show(case_id: str, order: CaseOrder, further_keys: Mapping[str, Callable[[], None]]) -> None:
    """Show the header.

    Args:
        case_id: id of the case.
        order: of the cases.
        further_keys: callbacks by key of the page below, for `listen`.
    """
    set_tab_title(case_id, "Cases")
    keys.CLOSED_CASE.write(case_id)
    keys.LAST_OPENED_CASE.write(case_id)
    build(case_id, order, further_keys).show()


def show_group(group: Part | None) -> None:
    """Show the line below the header: the cases of the group, and the field that opens a case."""
    with make_group_row(has_group=group is not None):
        if group:
            group.show()
        case_jump.show()


def make_group_row(*, has_group: bool) -> DeltaGenerator:
    """Make the line for the cases of the group and the field."""
    alignment: Literal["distribute", "right"] = "distribute" if has_group else "right"
    row = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment=alignment, gap="small")
    if has_group:
        row.markdown(f":small[{texts.name_group(get_benchmark_info().words.group)}]", width="content")
    return row


def build(case_id: str, order: CaseOrder, further_keys: Mapping[str, Callable[[], None]]) -> Part:
    """Build the header; arguments as `show` takes them."""
    place = order.ids.index(case_id) if order.is_listed else None
    way_out = ExitAction("Gallery", "gallery", partial(_return_to_gallery, place))
    siblings = read_siblings(case_id)
    pin, callbacks = pins.build_pin_action(case_id, order.pinned_ids)
    pager, pager_callbacks = build_pager(case_id, order.ids, way_out, _go_to)
    present, present_callback = pins.build_present_action(order.pinned_ids)
    callbacks |= {ASK: partial(open_page, ASK, {CASE: [case_id]})} | pager_callbacks | present_callback
    callbacks |= {**_build_group_key(case_id, list(siblings["case_id"])), **further_keys}
    return build_action_header(
        case_id,
        [pin, Action("Ask a model", "question", ASK, href=_build_ask_link(case_id)), *pager, *present],
        _build_line(case_id, order),
        callbacks,
        keys.CASE_HEAD,
        dict.fromkeys("nN", notes.FIRST_FIELD),
        topic=_name_question(case_id),
    )


def _name_question(case_id: str) -> str:
    """Return the title of the first question that a case asks; empty if cases have no text."""
    if not have_cases_questions():
        return ""
    return next(iter(run_query("asked", case_id=case_id)["title"]), "")


def describe_case(case_id: str) -> str:
    """Describe the case in a line: a triangle's photograph and classes, or the case's factor levels."""
    if triangle_panel.is_triangle_benchmark():
        return triangle_panel.describe_case(case_id)
    return " · ".join(_describe_level(*pair) for pair in list_factor_levels(case_id)[0])


def _describe_level(title: str, level: str) -> str:
    """Describe a level in the words of conditions if its factor has some without a subject, else after the title."""
    benchmark_id = get_benchmark_id()
    keys_by_title = {factor.title: factor.key for factor in get_benchmark_info().case_factors}
    factor = keys_by_title.get(title, "")
    phrase = get_condition_phrase(benchmark_id, factor, level)
    has_subject = get_condition_subject(benchmark_id, factor) is not None
    return capitalise_first(phrase) if phrase and not has_subject else f"{title}: {level}"


def list_factor_levels(case_id: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """List titles and levels of a case's factors: those in its header, and the others."""
    rows = run_query("case_factors", case_id=case_id)
    origins = {factor.key: factor.origin for factor in get_benchmark_info().case_factors}
    is_known = [origins.get(str(factor)) != "answers" for factor in rows["factor"]]
    places = [place for place, known in enumerate(is_known) if known][:MAX_FACTORS]
    levels = list(zip(rows["title"].astype(str), rows["level"].astype(str), strict=True))
    return [levels[place] for place in places], [level for place, level in enumerate(levels) if place not in places]


def _build_ask_link(case_id: str) -> str:
    return f"{ASK}?{urlencode({CASE: case_id, BENCHMARK: get_benchmark_id()})}"


def _build_line(case_id: str, order: CaseOrder) -> HeaderLine:
    """Build the line with the case, its position in the order, and a link to its notes."""
    words = get_benchmark_info().words
    count = notes.count_notes()[case_id]
    position = f"{order.ids.index(case_id) + 1:,} of {len(order.ids):,}"
    order_name = texts.describe_order(words.cases, is_listed=order.is_listed)
    link = format_count(count, "note") if count else "Notes"
    return HeaderLine(describe_case(case_id), position, order_name, link, notes.ANCHOR, _describe_keys())


def _describe_keys() -> str:
    """Describe every key of the page."""
    words = get_benchmark_info().words
    has_board, can_write_notes = triangle_panel.is_triangle_benchmark(), bool(notes.build_keys())
    return texts.explain_keys(words.case, words.group, has_board=has_board, can_write_notes=can_write_notes)


def _build_group_key(case_id: str, siblings: Sequence[str]) -> dict[str, Callable[[], None]]:
    """Return the key that cycles through the cases of the group; none if the case is alone."""
    if len(siblings) < 2:
        return {}
    following = siblings[(siblings.index(case_id) + 1) % len(siblings)]
    return dict.fromkeys("vV", partial(_go_to, following))


def choose_group_names(siblings: pd.DataFrame) -> list[str]:
    """Return the name of each case of a group: its position in the group if that distinguishes it, else its title.

    Names are without the beginning that all of them share.
    """
    is_distinct = siblings["slot"].nunique() == len(siblings)
    names = [
        name_slot(slot).name if slot and is_distinct else title
        for slot, title in siblings[["slot", "title"]].to_numpy()
    ]
    return strip_shared_beginning(names)


def build_group(case_id: str) -> Part | None:
    """Build the cases of the group as small thumbnails; None if the case is alone. All sessions share the result."""
    return _build_group(require_generation(), case_id)


@cache_with_limits(max_entries=1000, max_mb=10)
def _build_group(generation: Generation, case_id: str) -> Part | None:  # noqa: ARG001 - key of the cache
    siblings = read_siblings(case_id)
    if len(siblings) < 2:
        return None
    group_rows = siblings.head(MAX_SIBLINGS)
    pictures = load_tile_rows(group_rows["case_id"])
    details = triangle_panel.describe_group_photographs(case_id) if triangle_panel.is_triangle_benchmark() else {}
    details = details or _describe_members(group_rows)
    tiles = [
        build_thumbnail(
            pictures[row["case_id"]],
            name,
            details.get(row["case_id"], ""),
            is_outlined=True,
            is_current=row["case_id"] == case_id,
        )
        for row, name in zip(group_rows.to_dict("records"), choose_group_names(siblings), strict=False)
    ]
    return build_linked_gallery(tiles, keys.CASE_CONDITIONS, is_on_cases=True, is_strip=True)


def _describe_members(group_rows: pd.DataFrame) -> dict[str, str]:
    """Return what distinguishes cases of a group besides their names: variants of a question, or its text."""
    details = [name_slot(slot).detail for slot in group_rows["slot"]]
    if not any(details):
        details = [_shorten_text(text) for text in group_rows["text"]]
        if len(set(details)) < len(details):
            return {}
    return dict(zip(group_rows["case_id"], details, strict=True))


def _shorten_text(text: object) -> str:
    return textwrap.shorten(text, 60, placeholder=" …") if isinstance(text, str) else ""


def _return_to_gallery(place: int | None) -> None:
    """Open the gallery on the page that contains the case (callback)."""
    case_jump.forget()
    if place is not None:
        url_state.write_page(place // CASES_PER_PAGE + 1)
    forget_case_id()


def _go_to(case_id: str) -> None:
    case_jump.forget()
    open_photograph(case_id, is_on_cases=True)
