"""One or more images of a case, each with zoom and pan; the frames of a video as a strip below the chosen one."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.inference.frames import MAX_STILL_IMAGES, is_video
from dashboard.components.frames import choose_frame
from dashboard.components.mount import Part
from dashboard.components.photograph import build_photograph
from dashboard.data.image_urls import find_image_url
from dashboard.data.queries import run_query
from dashboard.pages.cases import texts
from dashboard.pages.cases.answer_locations import LAYERS, PlacedAnswers, show_misses
from dashboard.runtime.session_state import ElementKey
from dashboard.runtime.state_keys import cases as keys
from dashboard.widgets.thumbnails import get_picture_size, show_credit

_ABSENT = {"refused": texts.UNREADABLE_IMAGE}


def show(case_id: str) -> None:
    """Show the images of a case, in the order in which models see them."""
    show_images(case_id, build_images(case_id))


def show_images(case_id: str, images: Sequence[Part], placed: PlacedAnswers | None = None) -> None:
    """Show the images of a case.

    Args:
        case_id: id of the case.
        images: as `build_images` returns them.
        placed: regions, points and boxes that are drawn over the first image, or over the frames of a video.
    """
    rows = run_query("case_images", case_id=case_id).to_dict("records")
    if not rows:
        st.caption(texts.NO_IMAGE)
        return
    if is_video(rows):
        _show_video(case_id, rows, placed)
    else:
        columns = make_image_columns(len(rows))
        for column, row, part in zip(columns, rows, images, strict=True):
            with column:
                part.show()
                if placed is not None and row["position"] == 1:
                    show_misses(placed, get_picture_size(row))
    show_credit()


def make_subject_columns() -> list[DeltaGenerator]:
    """Make the places of the images and the question."""
    return st.columns([4, 3], gap="medium")


def make_image_columns(n_images: int) -> list[DeltaGenerator]:
    """Make the place of each image."""
    return st.columns(min(n_images, MAX_STILL_IMAGES)) if n_images > 1 else [st.container()]


def build_images(case_id: str, placed: PlacedAnswers | None = None) -> list[Part]:
    """Build the images of a case; none of a video, whose frames are chosen on the page.

    Args:
        case_id: id of the case.
        placed: regions, points and boxes to draw over the first image.
    """
    rows = run_query("case_images", case_id=case_id).to_dict("records")
    return [
        _build_image(
            row,
            f"Image {row['position']} of {case_id}" if len(rows) > 1 else f"Image of {case_id}",
            keys.IMAGE.make_key(row["position"]),
            placed if row["position"] == 1 else None,
        )
        for row in rows
        if not is_video(rows)
    ]


@st.fragment
def _show_video(case_id: str, rows: list[dict[Hashable, Any]], placed: PlacedAnswers | None) -> None:
    """Show the chosen frame, and below it a thumbnail of each."""
    large = st.container()
    urls = [find_image_url(row["image_key"], "thumb") for row in rows]
    row = rows[choose_frame(urls, f"Frames of {case_id}", keys.FRAMES.make_key(case_id))]
    with large:
        st.caption(f"Frame {row['position']:,} of {len(rows):,}")
        drawn = placed if row["position"] == 1 else None
        _build_image(row, f"Frame {row['position']} of {case_id}", keys.SINGLE_IMAGE, drawn).show()
        if drawn is not None:
            show_misses(drawn, get_picture_size(row))


def _build_image(row: Mapping[Hashable, Any], alt: str, key: ElementKey, placed: PlacedAnswers | None) -> Part:
    size = get_picture_size(row)
    return build_photograph(
        find_image_url(row["image_key"], "large"),
        *size,
        placed.build_shapes(size) if placed else [],
        LAYERS if placed else [],
        alt,
        key=key,
        absent=_ABSENT.get(row["image_status"], texts.MISSING_IMAGE),
        legend=placed.legend if placed else (),
    )
