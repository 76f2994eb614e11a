"""One or more images of a case, each with zoom and pan."""

import streamlit as st

from core.inference.frames import MAX_STILL_IMAGES
from dashboard.components import show_photograph
from dashboard.data.image_urls import find_image_url
from dashboard.data.queries import run_query
from dashboard.pages.cases.answer_locations import LAYERS, PlacedAnswers, show_misses
from dashboard.style.theme import reserve_aspect_ratio
from dashboard.widgets.thumbnails import get_picture_size, show_credit


def show(case_id: str, placed: PlacedAnswers | None = None) -> None:
    """Show the images of a case, in the order in which models see them.

    Args:
        case_id: id of the case.
        placed: regions, points and boxes to draw over the first image.
    """
    rows = run_query("case_images", case_id=case_id).to_dict("records")
    if not rows:
        st.caption("This case has no image.")
        return
    per_row = min(len(rows), MAX_STILL_IMAGES if len(rows) <= 2 * MAX_STILL_IMAGES else 2 * MAX_STILL_IMAGES)
    columns = [column for _ in range(0, len(rows), per_row) for column in st.columns(per_row)]
    for column, row in zip(columns, rows, strict=False):
        drawn = placed if placed is not None and row["position"] == 1 else None
        with column:
            alt = f"Image {row['position']} of {case_id}" if len(rows) > 1 else f"Image of {case_id}"
            absent = {"absent": "The image file is missing", "refused": "The image file cannot be read"}
            key, size = f"image-{row['position']}", get_picture_size(row)
            reserve_aspect_ratio(key, *size)
            show_photograph(
                find_image_url(row["image_key"], "large"),
                *size,
                drawn.build_shapes(size) if drawn else [],
                LAYERS if drawn else [],
                alt,
                key=key,
                absent=absent.get(row["image_status"], "The image file is missing"),
                legend=drawn.legend if drawn else (),
            )
            if drawn is not None:
                show_misses(drawn, size)
    show_credit()
