"""Sticky header of a case, and below it the other cases of the group."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from core.formatting import format_count
from dashboard.components.action_header import Action, HeaderLine, show_action_header
from dashboard.data import prefetch
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.image_urls import find_image_url
from dashboard.data.queries import run_query
from dashboard.pages.cases import notes, texts, triangle_panel, url_state
from dashboard.pages.cases.pager import ExitAction, build_pager, find_neighbours
from dashboard.runtime.case_parameter import CASE, forget_case_id
from dashboard.runtime.state_keys import cases as keys
from dashboard.runtime.state_keys.common import BENCHMARK
from dashboard.style.theme import set_tab_title
from dashboard.widgets import case_jump, pins
from dashboard.widgets.example_gallery import load_tile_rows
from dashboard.widgets.group_members import MAX_SIBLINGS, read_siblings
from dashboard.widgets.navigation import open_page, open_photograph
from dashboard.widgets.thumbnails import build_thumbnail, show_linked_gallery

MAX_FACTORS = 5
"""Maximum number of factor levels in the header."""

ASK = "ask_a_model"
"""Path of the page that asks a model about the case."""

CASES_PER_PAGE = 48
"""Cases per page of the gallery."""


def show(
    case_id: str, listed_ids: list[str], pinned_ids: list[str], further_keys: Mapping[str, Callable[[], None]]
) -> list[str]:
    """Show the header and the strip of the group; next and previous follow `listed_ids`, the gallery's order.

    Args:
        case_id: id of the case.
        listed_ids: the gallery's cases in its order.
        pinned_ids: the pinned ones.
        further_keys: callbacks by key of the page below, for `listen`.

    Returns:
        The next case and the previous one, if they exist.
    """
    set_tab_title(case_id, "Cases")
    keys.CLOSED_CASE.write(case_id)
    keys.LAST_OPENED_CASE.write(case_id)
    is_listed = case_id in listed_ids
    ids = listed_ids if is_listed else list(run_query("case_ids")["case_id"])
    place = ids.index(case_id) if is_listed else None
    way_out = ExitAction("Gallery", "gallery", partial(_return_to_gallery, place))
    siblings, neighbours = read_siblings(case_id), find_neighbours(case_id, ids)
    pin, callbacks = pins.build_pin_action(case_id, pinned_ids)
    pager, pager_callbacks = build_pager(case_id, ids, way_out, _go_to)
    present, present_callback = pins.build_present_action(pinned_ids)
    callbacks |= {ASK: partial(open_page, ASK, {CASE: [case_id]})} | pager_callbacks | present_callback
    callbacks |= {**_build_group_key(case_id, list(siblings["case_id"])), **further_keys}
    show_action_header(
        case_id,
        [pin, Action("Ask a model", "question", ASK, href=_build_ask_link(case_id)), *pager, *present],
        _build_line(case_id, ids, is_listed=is_listed),
        callbacks,
        keys.CASE_HEAD,
        _list_picture_urls(neighbours),
        dict.fromkeys("nN", notes.FIRST_FIELD),
    )
    for neighbour in neighbours:  # their headers list images too
        prefetch.prefetch_later(partial(load_tile_rows, find_neighbours(neighbour, ids)))
    alignment: Literal["distribute", "right"] = "distribute" if len(siblings) > 1 else "right"
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment=alignment):
        if len(siblings) > 1:
            _show_group(case_id, siblings)
        case_jump.show()
    return neighbours


def _list_picture_urls(case_ids: list[str]) -> list[str]:
    """Return the URLs of the cases' large images and of their boards from above, if available."""
    tile_rows = load_tile_rows(case_ids)
    rows = [tile_rows[case_id] for case_id in case_ids]
    urls = [find_image_url(row["image_key"], "large") for row in rows]
    urls += [find_image_url(row.get("rectified_key"), "rectified") for row in rows]
    return [url for url in urls if url is not None and not url.startswith("data:")]


def describe_case(case_id: str) -> str:
    """Describe the case in a line: a triangle's photograph and classes, or the case's factor levels."""
    if triangle_panel.is_triangle_benchmark():
        return triangle_panel.describe_case(case_id)
    rows = run_query("case_factors", case_id=case_id)
    origins = {factor.key: factor.origin for factor in get_benchmark_info().case_factors}
    known = [row for row in rows.itertuples() if origins.get(str(row.factor)) != "answers"][:MAX_FACTORS]
    return " · ".join(f"{row.title}: {row.level}" for row in known)


def _build_ask_link(case_id: str) -> str:
    parameters = {CASE: case_id}
    if BENCHMARK in st.query_params:
        parameters[BENCHMARK] = st.query_params[BENCHMARK]
    return f"{ASK}?{urlencode(parameters)}"


def _build_line(case_id: str, ids: list[str], *, is_listed: bool) -> HeaderLine:
    """Build the line with the case, its position in the order, and a link to its notes."""
    words = get_benchmark_info().words
    count = notes.count_notes()[case_id]
    position = f"{ids.index(case_id) + 1:,} of {len(ids):,}"
    order = texts.describe_order(words.cases, is_listed=is_listed)
    link = format_count(count, "note") if count else "Notes"
    return HeaderLine(describe_case(case_id), position, order, link, notes.ANCHOR, _describe_keys())


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
    """Return the name of each case of a group: its position in the group if that distinguishes it, else its title."""
    is_distinct = siblings["slot"].nunique() == len(siblings)
    return [slot if slot and is_distinct else title for slot, title in siblings[["slot", "title"]].to_numpy()]


def _show_group(case_id: str, siblings: pd.DataFrame) -> None:
    """Show the cases of the group as small thumbnails."""
    group_rows = siblings.head(MAX_SIBLINGS)
    pictures = load_tile_rows(group_rows["case_id"])
    details = triangle_panel.describe_group_photographs(case_id) if triangle_panel.is_triangle_benchmark() else {}
    tiles = [
        build_thumbnail(
            pictures[row["case_id"]],
            name,
            details.get(row["case_id"], _shorten_text(row["text"])),
            is_outlined=True,
            is_current=row["case_id"] == case_id,
        )
        for row, name in zip(group_rows.to_dict("records"), choose_group_names(siblings), strict=False)
    ]
    show_linked_gallery(tiles, keys.CASE_CONDITIONS, is_on_cases=True, is_strip=True)


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
