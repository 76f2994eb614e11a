"""Thumbnails of photographs for galleries, their links to cases, and the credit below them."""

from collections import defaultdict
from collections.abc import Iterable

import pandas as pd
import streamlit as st

from core.analyses.question_excerpts import build_excerpts
from core.formatting import escape_markdown
from core.inference.frames import MAX_STILL_IMAGES
from core.overlays.shapes import PhotographRow, build_outline
from dashboard.components.gallery import Tile, TileImage, build_gallery
from dashboard.components.mount import Part
from dashboard.data.benchmark_info import have_cases_questions, have_cases_several_images
from dashboard.data.image_urls import Size, find_image_url
from dashboard.data.queries import cache_per_generation, has_query, run_query
from dashboard.runtime.session_state import ElementKey
from dashboard.widgets.navigation import open_photograph, request_full_run

DEFAULT_SIDE_PX = 640

WIDEST = 16 / 9
"""Maximum width-to-height ratio of a gallery's frames, so that one wide chart does not flatten all other images."""


def build_thumbnail(
    photograph: PhotographRow,
    caption: str,
    detail: str,
    *,
    is_outlined: bool = False,
    is_current: bool = False,
    copy: Size = "thumb",
    question: str = "",
) -> Tile:
    """Build the tile of a case.

    Args:
        photograph: row with its id, image, size and points, and of a case with several images the others as
            `load_further_images` returns them.
        caption: its first line.
        detail: its second line.
        is_outlined: whether the triangle is drawn on the image; without an image it always is.
        is_current: marks the photograph that is open.
        copy: size of the image copy.
        question: words above the caption, which then is an id; empty for none.
    """
    url = find_image_url(photograph["image_key"], copy)
    has_points = "ax_px" in photograph
    width_px, height_px = get_picture_size(photograph)
    return Tile(
        case_id=photograph["case_id"],
        url=url,
        width_px=width_px,
        height_px=height_px,
        caption=caption,
        detail=detail,
        question=question,
        shapes=build_outline(photograph) if has_points and (is_outlined or not url) else (),
        is_current=is_current,
        further_images=tuple(
            TileImage(find_image_url(row["image_key"], copy), *get_picture_size(row))
            for row in photograph.get("further_images", ())
        ),
    )


def load_further_images(case_ids: Iterable[str]) -> dict[str, list[PhotographRow]]:
    """Return the images after the first of cases with several, in their order; a video has none."""
    if not have_cases_several_images():
        return {}
    images = defaultdict[str, list[PhotographRow]](list)
    rows = run_query("further_images", case_ids=sorted(set(case_ids)), max_images=MAX_STILL_IMAGES)
    for row in rows.to_dict("records"):
        images[row["case_id"]].append(row)
    return dict(images)


def load_excerpts(case_ids: Iterable[str]) -> dict[str, str]:
    """Return an excerpt of the question by case, for the cases that have their own question."""
    if not have_cases_questions():
        return {}
    rows = run_query("case_texts", case_ids=list(case_ids)).dropna(subset=["text"])
    return build_excerpts(dict(zip(rows["case_id"], rows["text"], strict=True)))


def get_picture_size(row: PhotographRow) -> tuple[int, int]:
    """Return width and height of an image, or a default if its size is unknown."""
    width, height = row["width_px"], row["height_px"]
    return (DEFAULT_SIDE_PX, DEFAULT_SIDE_PX) if pd.isna(width) or pd.isna(height) else (int(width), int(height))


def compute_common_aspect(tiles: list[Tile]) -> str:
    """Return width to height of the frame that the widest image needs, at most `WIDEST`, in CSS syntax.

    Cases with several images count only if all have several: their images would make those of the others small.
    """
    single = [tile for tile in tiles if not tile.further_images]
    return f"{min(max(tile.aspect for tile in single or tiles), WIDEST):.4f}"


@cache_per_generation
def load_outlines() -> dict[str, PhotographRow]:
    """Load what the tiles of triangles need, by photograph: outline, board and view; empty for other benchmarks."""
    if not has_query("photographs"):
        return {}
    names = [
        "case_id",
        "rectified_key",
        "pose",
        "has_object",
        *(f"{vertex}{axis}_px" for vertex in "abc" for axis in "xy"),
    ]
    return {row["case_id"]: row for row in run_query("photographs")[names].to_dict("records")}


def build_linked_gallery(
    tiles: list[Tile],
    key: ElementKey,
    *,
    is_on_cases: bool = False,
    is_strip: bool = False,
    returned_from: str | None = None,
) -> Part:
    """Build thumbnails; a click opens the case, also from within a lazy expander.

    Args:
        tiles: in order.
        key: of the gallery.
        is_on_cases: as in `navigation.open_photograph`.
        is_strip: as in `build_gallery`.
        returned_from: as in `build_gallery`.
    """

    def open_case(case_id: str) -> None:
        request_full_run()
        open_photograph(case_id, is_on_cases=is_on_cases)

    return build_gallery(
        tiles, key, open_case, page=None if is_on_cases else "cases", is_strip=is_strip, returned_from=returned_from
    )


def show_credit() -> None:
    """Show the line of credit that the images' licence requires."""
    for credit in run_query("benchmarks")["credit"]:
        st.caption(escape_markdown(credit))
