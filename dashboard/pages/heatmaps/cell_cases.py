"""The cases of a heatmap's cell, below the map, which stays as it is: thumbnails, and the way to all of them."""

from collections.abc import Mapping

import streamlit as st

from core.formatting import plain
from core.records import RIGHT_AT
from core.warehouse.read import Filters
from dashboard.components import listen
from dashboard.components.reveal import reveal
from dashboard.data.queries import about, query
from dashboard.pages.cases import answer_strips
from dashboard.pages.cases.gallery import Order
from dashboard.pages.cases.gallery_tiles import score_line
from dashboard.runtime.session_state import take_state
from dashboard.selection.drilldown import Scope, in_address, scope_of
from dashboard.selection.link_warnings import say_left_out
from dashboard.style.theme import keep_room
from dashboard.widgets.example_gallery import gallery_key, show_examples
from dashboard.widgets.navigation import open_cases

CELL = "of_cell"
"""Parameter of Heatmaps that no widget is bound to: the values of the open cell by factor, as a scope is written."""

CLICKED = "clicked-cell"
"""In the session, for one run of the script: whether a click has opened the cell."""

TILES = "cases_of_cell"
TILES_PX = 320
"""Height that the thumbnails have at least."""


def open_cell(values: Mapping[str, str]) -> None:
    """Callback: shows the cases of a cell.

    Args:
        values: of the cell's factors, by their keys.
    """
    st.query_params[CELL] = in_address(values)
    st.session_state[CLICKED] = True


def close_cell() -> None:
    """Callback: the map alone."""
    st.query_params.pop(CELL, None)


def opened() -> Scope:
    """The open cell, no values where none is. What the address names and there is not is said and taken out of it."""
    cell = scope_of(CELL)
    if cell.unknown:
        say_left_out(cell.unknown, "Open cell")
        if cell.values:
            st.query_params[CELL] = in_address(cell.values)
        else:
            close_cell()
    return cell


def show(filters: Filters, cell: Scope) -> None:
    """The cases of the open cell, those with the lowest scores first; nothing where none is open.

    Args:
        filters: of the page.
        cell: as `opened` returns it.
    """
    if not cell.values:
        return
    narrowed = cell.within(filters)
    found = query("cases", filters=narrowed, **Order("any", RIGHT_AT, "worst").parameters)
    with st.container(border=True, key="cell-cases"):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.markdown(f"**{plain(cell.text)}**", width="content")
            icon, values = ":material/photo_library:", dict(cell.values)
            with st.container(horizontal=True, width="content", gap="small"):
                st.button("Open all in Cases", icon=icon, key="all-of-cell", on_click=open_cases, kwargs=values)
                told = "Closes this. So does Esc."
                st.button("Close", icon=":material/close:", key="close-cell", help=told, on_click=close_cell)
        answers, unreadable = (int(found[name].sum()) for name in ("answers", "unreadable"))
        counts = f"{answers:,} answers, {unreadable:,} unreadable"
        st.caption(f"{about().cases_text(len(found))}, worst {about().score} first: {counts}.")
        scores = [score_line(*pair) for pair in zip(found["score"], found["foil_score"], strict=True)]
        keep_room(gallery_key(TILES), TILES_PX)
        rows = found[["case_id"]].assign(caption=found["title"], detail=scores)
        show_examples(rows, TILES, lambda case_ids: answer_strips.said(case_ids, narrowed))
    listen({"Escape": close_cell}, "cell-keys")
    reveal(".st-key-cell-cases", "reveal-cell", is_asked=bool(take_state(CLICKED, bool)))
