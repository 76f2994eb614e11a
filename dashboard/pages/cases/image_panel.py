"""One or more images of a case, each with zoom and pan."""

import streamlit as st

from dashboard.components import show_photograph
from dashboard.data.image_urls import find_image_url
from dashboard.data.queries import run_query
from dashboard.style.theme import reserve_aspect_ratio
from dashboard.widgets.thumbnails import get_picture_size, show_credit


def show(case_id: str) -> None:
    """Show the images of a case, in the order in which models see them."""
    rows = run_query("case_images", case_id=case_id).to_dict("records")
    if not rows:
        st.caption("This case has no image.")
        return
    for column, row in zip(st.columns(len(rows)), rows, strict=True):
        with column:
            alt = f"Image {row['position']} of {case_id}" if len(rows) > 1 else f"Image of {case_id}"
            absent = {"absent": "The image file is missing", "refused": "The image file cannot be read"}
            key, size = f"image-{row['position']}", get_picture_size(row)
            reserve_aspect_ratio(key, *size)
            show_photograph(
                find_image_url(row["image_key"], "large"),
                *size,
                [],
                [],
                alt,
                key=key,
                absent=absent.get(row["image_status"], "The image file is missing"),
            )
    show_credit()
