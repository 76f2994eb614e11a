"""Thumbnails of photographs for galleries, the link from one to its case, and the credit below them."""

import streamlit as st

from dashboard.components import Tile, show_gallery
from dashboard.components.overlays import PhotographRow, outline
from dashboard.images import image_url
from dashboard.links import open_photograph
from dashboard.queries import query


def thumbnail(
    photograph: PhotographRow, caption: str, detail: str, *, is_outlined: bool = False, is_current: bool = False
) -> Tile:
    """One photograph of a gallery.

    Args:
        photograph: with its id, image, size and points.
        caption: its first line.
        detail: its second line.
        is_outlined: whether the triangle is drawn on the picture; without a picture it always is.
        is_current: marks the photograph that is open.
    """
    url = image_url(photograph["image_key"], "thumb")
    return Tile(
        case_id=photograph["case_id"],
        url=url,
        width_px=photograph["width_px"],
        height_px=photograph["height_px"],
        caption=caption,
        detail=detail,
        shapes=outline(photograph) if is_outlined or not url else (),
        is_current=is_current,
    )


def show_linked_gallery(tiles: list[Tile], key: str, *, is_on_cases: bool = False) -> None:
    """Shows thumbnails; a click opens the case.

    Args:
        tiles: in order.
        key: of the gallery.
        is_on_cases: as in `links.open_photograph`.
    """
    show_gallery(
        tiles,
        key,
        lambda: open_photograph(st.session_state[key].opened, is_on_cases=is_on_cases),
        page=None if is_on_cases else "cases",
    )


def show_credit() -> None:
    """The line of credit that the pictures' licence asks for."""
    for credit in query("benchmarks")["credit"]:
        st.caption(credit)
