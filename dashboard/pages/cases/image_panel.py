"""One or more images of a case, each with zoom and pan; the frames of a video as a strip below the chosen one."""

from collections.abc import Hashable, Mapping
from typing import Any

import streamlit as st

from core.inference.frames import MAX_STILL_IMAGES, is_video
from dashboard.components.frames import choose_frame
from dashboard.components.photograph import show_photograph
from dashboard.data.image_urls import find_image_url
from dashboard.data.queries import run_query
from dashboard.pages.cases import texts
from dashboard.pages.cases.answer_locations import LAYERS, PlacedAnswers, show_misses
from dashboard.runtime.session_state import ElementKey
from dashboard.runtime.state_keys import cases as keys
from dashboard.widgets.thumbnails import get_picture_size, show_credit

_ABSENT = {"refused": texts.UNREADABLE_IMAGE}


def show(case_id: str, placed: PlacedAnswers | None = None) -> None:
    """Show the images of a case, in the order in which models see them.

    Args:
        case_id: id of the case.
        placed: regions, points and boxes to draw over the first image.
    """
    rows = run_query("case_images", case_id=case_id).to_dict("records")
    if not rows:
        st.caption(texts.NO_IMAGE)
        return
    if is_video(rows):
        _show_video(case_id, rows, placed)
    else:
        columns = st.columns(min(len(rows), MAX_STILL_IMAGES)) if len(rows) > 1 else [st.container()]
        for column, row in zip(columns, rows, strict=True):
            with column:
                alt = f"Image {row['position']} of {case_id}" if len(rows) > 1 else f"Image of {case_id}"
                _show_image(row, alt, keys.IMAGE.make_key(row["position"]), placed if row["position"] == 1 else None)
    show_credit()


@st.fragment
def _show_video(case_id: str, rows: list[dict[Hashable, Any]], placed: PlacedAnswers | None) -> None:
    """Show the chosen frame, and below it a thumbnail of each."""
    large = st.container()
    urls = [find_image_url(row["image_key"], "thumb") for row in rows]
    row = rows[choose_frame(urls, f"Frames of {case_id}", keys.FRAMES.make_key(case_id))]
    with large:
        st.caption(f"Frame {row['position']:,} of {len(rows):,}")
        alt = f"Frame {row['position']} of {case_id}"
        _show_image(row, alt, keys.SINGLE_IMAGE, placed if row["position"] == 1 else None)


def _show_image(row: Mapping[Hashable, Any], alt: str, key: ElementKey, placed: PlacedAnswers | None) -> None:
    size = get_picture_size(row)
    show_photograph(
        find_image_url(row["image_key"], "large"),
        *size,
        placed.build_shapes(size) if placed else [],
        LAYERS if placed else [],
        alt,
        key=key,
        absent=_ABSENT.get(row["image_status"], texts.MISSING_IMAGE),
        legend=placed.legend if placed else (),
    )
    if placed is not None:
        show_misses(placed, size)
