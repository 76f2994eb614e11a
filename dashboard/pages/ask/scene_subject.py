"""A subject built from a scene of the Lab: its image and its exact truths."""

import hashlib
from collections.abc import Hashable
from typing import Any

import numpy as np
import streamlit as st
from PIL import Image

from core.benchmarks.registry import SYNTHETIC
from core.errors import TriangleError
from core.formatting import escape_markdown
from core.generators.photo_scenes.scene import TriangleScene
from core.generators.photo_scenes.truth import SceneTruth, compute_scene_truth
from core.geometry.homography import VIEW_MARGIN_CM, VIEW_PX_PER_CM, Homography
from core.inference.uploaded_photograph import read_own_photograph
from core.overlays.shapes import PhotographRow
from core.records import Frame, Truth, Value
from dashboard.components.photograph import build_photograph
from dashboard.pages.ask import texts
from dashboard.pages.ask.measured_truth import encode_image_url
from dashboard.pages.ask.subject import AskSubject, build_marks
from dashboard.pages.lab.scene_controls import SCENE, read_current_scene
from dashboard.pages.lab.scene_view import render_scene
from dashboard.runtime.state_keys import ask as keys
from dashboard.widgets import navigation


def show_scene() -> AskSubject | None:
    """Show the scene in the URL, or the Lab's first one, and return it; None if its triangle is degenerate."""
    scene = read_current_scene()
    link = scene.to_link()
    try:
        truth = compute_scene_truth(scene)
    except TriangleError as error:
        st.error(texts.describe_line(escape_markdown(error)))
        subject = None
    else:
        subject = _build_subject(link, truth)
        build_photograph(
            subject.url,
            scene.width_px,
            scene.height_px,
            list(subject.shapes),
            ("points", "border"),
            texts.SCENE_ALT,
            key=keys.ASK_SCENE,
        ).show()
        st.caption(texts.SCENE_TRUTH)
    st.page_link(navigation.LAB, label=texts.OPEN_SCENE, icon=":material/experiment:", query_params={SCENE: link})
    return subject


def _build_subject(link: str, truth: SceneTruth) -> AskSubject:
    name = f"scene-{hashlib.sha256(link.encode()).hexdigest()[:8]}"
    pictures = render_scene(link)
    row = _build_row(name, truth)
    answers: dict[Frame, dict[str, Value]] = {"3d": truth.answers_3d, "2d": truth.answers_2d}
    return AskSubject(
        subject_id=name,
        title="this scene",
        row=row,
        sources=(read_own_photograph(pictures.file),),
        url=pictures.picture_url,
        shapes=tuple(build_marks(row)),
        truths=tuple(
            Truth(name, frame, question, value) for frame, of in answers.items() for question, value in of.items()
        ),
        rectified_url=_render_from_above(link),
        address={"way": "Lab scene", SCENE: link},
    )


@st.cache_data(max_entries=64, show_spinner=False)
def _render_from_above(link: str) -> str:
    """Render the board of a scene from above; like photographs, it is oriented by the first corner in `corners_px`."""
    scene = TriangleScene.parse_link(link)
    homography = Homography.build_from_corners(compute_scene_truth(scene).corners_px)
    pixels = read_own_photograph(render_scene(link).file).pixels
    return encode_image_url(Image.fromarray(homography.rectify(pixels, VIEW_PX_PER_CM, VIEW_MARGIN_CM)))


def _build_row(name: str, truth: SceneTruth) -> PhotographRow:
    """Build the columns of the table `photographs` that the images need, with exact instead of measured values."""
    row: dict[Hashable, Any] = {
        "benchmark_id": SYNTHETIC,
        "case_id": name,
        "rectified_key": None,
        "border_status": "found",
        "border_px": np.ravel(truth.corners_px).tolist(),
        "ab_cm": truth.triangle_3d.ab,
        "bc_cm": truth.triangle_3d.bc,
        "ca_cm": truth.triangle_3d.ca,
    }
    for vertex, (x_px, y_px) in (("a", truth.a_px), ("b", truth.b_px), ("c", truth.c_px)):
        row |= {f"{vertex}x_px": x_px, f"{vertex}y_px": y_px}
        row |= {f"{vertex}_found_x_px": x_px, f"{vertex}_found_y_px": y_px}
    return row
