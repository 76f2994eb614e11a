"""Cases of a heatmap's cell, below the unchanged map: thumbnails, and a link to all of them."""

from collections.abc import Mapping

import streamlit as st

from core.formatting import escape_markdown
from core.records import RIGHT_AT
from core.warehouse.read import Filters
from dashboard.components.keys import listen
from dashboard.components.reveal import reveal
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.cases import answer_strips
from dashboard.pages.cases.gallery import GalleryOrder
from dashboard.pages.cases.gallery_tiles import format_scores
from dashboard.pages.heatmaps import texts
from dashboard.runtime.state_keys import heatmaps as keys
from dashboard.selection.drilldown import Drilldown, encode_drilldown, parse_drilldown
from dashboard.selection.link_warnings import warn_ignored_values
from dashboard.style.theme import reserve_height
from dashboard.widgets.example_gallery import build_gallery_key, choose_page, show_tiles
from dashboard.widgets.navigation import open_cases

CELL = "of_cell"
"""URL parameter of Heatmaps without a widget: the open cell's values by factor, in the format of a drilldown."""

TILES = "cases_of_cell"
TILES_PX = 320
"""Minimum height of the thumbnails."""


def open_cell(values: Mapping[str, str]) -> None:
    """Show the cases of a cell (callback).

    Args:
        values: of the cell's factors, by their keys.
    """
    st.query_params[CELL] = encode_drilldown(values)
    keys.CELL_IS_CLICKED.write(True)


def close_cell() -> None:
    """Close the open cell (callback)."""
    st.query_params.pop(CELL, None)


def read_open_cell() -> Drilldown:
    """Return the open cell, without values if none is open; report unknown values and remove them from the URL."""
    cell = parse_drilldown(CELL)
    if cell.unknown:
        warn_ignored_values(cell.unknown, "Open cell")
        if cell.values:
            st.query_params[CELL] = encode_drilldown(cell.values)
        else:
            close_cell()
    return cell


def show(filters: Filters, cell: Drilldown, labels: Mapping[str, str]) -> None:
    """Show the cases of the open cell, those with the lowest scores first; nothing if none is open.

    Args:
        filters: of the page.
        cell: as `read_open_cell` returns it.
        labels: of the values of the map's factors.
    """
    if not cell.values:
        return
    narrowed = cell.narrow(filters)
    found = run_query("cases", filters=narrowed, **GalleryOrder("any", RIGHT_AT, "worst").parameters)
    with st.container(border=True, key=keys.CASES_OF_CELL):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.markdown(f"**{escape_markdown(cell.describe(labels))}**", width="content")
            icon, values = ":material/photo_library:", dict(cell.values)
            with st.container(horizontal=True, width="content", gap="small"):
                st.button(texts.OPEN_ALL, icon=icon, key=keys.ALL_CASES_OF_CELL, on_click=open_cases, kwargs=values)
                icon = ":material/close:"
                st.button("Close", icon=icon, key=keys.CLOSE_CELL, help=texts.CLOSE_HELP, on_click=close_cell)
        answers, unreadable = (int(found[name].sum()) for name in ("answers", "unreadable"))
        info = get_benchmark_info()
        case_count = info.format_case_count(len(found))
        st.caption(texts.describe_cell_cases(case_count, info.score, answers, unreadable))
        scores = [format_scores(*pair) for pair in zip(found["score"], found["foil_score"], strict=True)]
        reserve_height(build_gallery_key(TILES), TILES_PX)
        rows = choose_page(found[["case_id"]].assign(caption=found["title"], detail=scores), TILES)
        captions = answer_strips.load_captions(list(rows["case_id"]), narrowed)
        show_tiles(rows, TILES, lambda row: captions.get(row["case_id"], row["detail"]))
    listen({"Escape": close_cell}, keys.CELL_KEYBOARD)
    reveal(f".st-key-{keys.CASES_OF_CELL}", keys.REVEAL_CELL, is_asked=bool(keys.CELL_IS_CLICKED.take()))
