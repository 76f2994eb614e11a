"""Truth of an uploaded photograph: its board, its measured triangle, and their uncertainty."""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st
from PIL import Image

from core.errors import BorderError, TriangleError
from core.formatting import escape_markdown
from core.geometry.homography import VIEW_MARGIN_CM, VIEW_PX_PER_CM, Homography
from core.geometry.squareness import USUAL_MISMATCH, Squareness, compute_squareness
from core.inference.image_views import LoadedPhotograph, to_jpeg
from core.overlays.shapes import PhotographRow
from core.photographs.data_url import make_data_url
from core.photographs.estimated_truth import (
    CLICK_SHARE,
    DEFAULT_SIDE_NOISE_CM,
    DRAWS,
    estimate_point_sd_px,
    estimate_truth,
)
from dashboard.data.queries import run_query
from dashboard.pages.ask import texts
from dashboard.pages.ask.subject import AskSubject

CORNERS, VERTICES = ("1", "2", "3", "4"), ("A", "B", "C")
SAME_PX = 1e-6
Point = tuple[float, float]
Points = Mapping[str, Point | None]
"""Corners and stickers by name; None for those that are not placed."""


def build_subject(
    name: str, scene: LoadedPhotograph, url: str, points: Points, found: Points, border_residual_px: float | None
) -> AskSubject:
    """Build a subject from the photograph, with as many truths as the points allow.

    Args:
        name: serves as its id.
        scene: the photograph.
        url: its URL on the page.
        points: the current points.
        found: the points that the geometry detected.
        border_residual_px: scatter of the tape's edges about the fitted square; None if the square was not found.
    """
    subject = AskSubject(name, "your photograph", {"case_id": name}, (scene,), url, (), ())
    placed = {part: point for part, point in points.items() if point is not None}
    if not placed.keys() >= {*CORNERS}:
        return subject
    corners_px = [placed[part] for part in CORNERS]
    try:
        homography = Homography.build_from_corners(corners_px)
    except BorderError as error:
        st.error(texts.describe_wrong_border(escape_markdown(error)))
        return subject
    scene = replace(scene, homography=homography)
    if not placed.keys() >= {*VERTICES}:
        return replace(subject, sources=(scene,))
    scene = replace(scene, vertices_px={vertex: placed[vertex] for vertex in VERTICES})
    sd_px = estimate_point_sd_px(scene.image.size, _find_moved_points(placed, found), border_residual_px)
    corner_sd_px, vertex_sd_px = (np.array([sd_px[part] for part in parts]) for parts in (CORNERS, VERTICES))
    vertices_px = [placed[vertex] for vertex in VERTICES]
    shape = compute_squareness(homography, scene.camera_metadata.focal_px, *scene.image.size)
    try:
        truth = estimate_truth(corners_px, vertices_px, corner_sd_px, vertex_sd_px, get_side_noise()[0], shape.mismatch)
    except TriangleError as error:
        st.error(texts.describe_wrong_triangle(escape_markdown(error)))
        return replace(subject, sources=(scene,))
    view = Image.fromarray(homography.rectify(scene.pixels, VIEW_PX_PER_CM, VIEW_MARGIN_CM))
    return replace(
        subject,
        sources=(scene,),
        row=_build_row(name, placed),
        truths=tuple(truth.build_truths(name)),
        measured=truth,
        squareness=shape,
        rectified_url=encode_image_url(view),
    )


def _find_moved_points(placed: Mapping[str, Point], points: Points) -> dict[str, bool]:
    """Return whether each point was placed by hand, by its name."""
    return {
        part: (was := points.get(part)) is None or max(abs(was[0] - x), abs(was[1] - y)) > SAME_PX
        for part, (x, y) in placed.items()
    }


def encode_image_url(image: Image.Image, longest_px: int = 1600) -> str:
    """Encode an image as a data URL."""
    return make_data_url(to_jpeg(image, longest_px), "image/jpeg")


def get_side_noise() -> tuple[float, str]:
    """Return how far a side measured in one photograph is from the tape, in cm, and the source of that figure."""
    noise = run_query("single_view_noise").iloc[0]
    if not noise["n_sides"]:
        return DEFAULT_SIDE_NOISE_CM, texts.describe_assumed_noise(DEFAULT_SIDE_NOISE_CM)
    return float(noise["noise_cm"]), (
        texts.describe_measured_noise(noise["noise_cm"], noise["n_sides"], noise["n_photographs"])
    )


def show_uncertainty(subject: AskSubject) -> None:
    """Show the measured sides, and how their uncertainty is estimated."""
    if subject.measured is None:
        st.info(texts.NO_MEASURED_TRUTH)
        return
    sides = zip(("AB", "BC", "CA"), subject.measured.sides_cm, subject.measured.sides_sd_cm, strict=True)
    st.markdown("**Measured:** " + ", ".join(f"{side} {cm:.1f} ± {sd:.1f} cm" for side, cm, sd in sides))
    for doubt in describe_doubts(subject.squareness):
        st.warning(doubt)
    with st.expander(texts.UNCERTAINTY_SECTION):
        st.markdown(
            texts.explain_uncertainty(
                DRAWS, CLICK_SHARE * 1024, escape_markdown(get_side_noise()[1]), _format_mismatch(subject.squareness)
            )
        )


def describe_doubts(shape: Squareness | None) -> list[str]:
    """Return the reasons to doubt that the border is the square of 100 cm, as sentences; empty if there are none."""
    if shape is None:
        return []
    doubts = []
    if shape.is_unusual:
        doubts.append(texts.describe_unusual_border(_format_mismatch(shape), 100 * USUAL_MISMATCH))
    if not shape.is_focal_known:
        doubts.append(texts.NO_FOCAL_LENGTH)
    return doubts


def _format_mismatch(shape: Squareness | None) -> str:
    return "not known" if shape is None else f"{100 * shape.mismatch:.1f}%"


def _build_row(name: str, placed: Mapping[str, Point]) -> PhotographRow:
    """Build the measured columns of the table `photographs`."""
    row: dict[Hashable, Any] = {
        "case_id": name,
        "rectified_key": None,
        "border_status": "found",
        "border_px": [value for corner in CORNERS for value in placed[corner]],
    }
    for vertex in VERTICES:
        x_px, y_px = placed[vertex]
        row |= {f"{vertex.lower()}_found_x_px": x_px, f"{vertex.lower()}_found_y_px": y_px}
    return row
