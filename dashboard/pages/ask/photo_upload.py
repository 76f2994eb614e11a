"""The visitor's photograph: uploaded or taken, measured like any other, corrected by hand."""

import hashlib
import threading

import streamlit as st

from core.errors import ImageError
from core.formatting import escape_markdown
from core.geometry.board_measurement import BoardMeasurement, measure_image
from core.inference.image_views import LoadedPhotograph
from core.inference.upload_limits import MAX_UPLOAD_BYTES
from core.inference.uploaded_photograph import FORMATS, MAX_UPLOAD_PIXELS, read_own_photograph
from core.overlays import colours
from core.photographs.load_image import MAX_RELEASE_PIXELS
from dashboard.components.photograph import Outline, PointHandle, place_points
from dashboard.pages.ask import texts
from dashboard.pages.ask.measured_truth import CORNERS, VERTICES, Point, Points, build_subject, encode_image_url
from dashboard.pages.ask.subject import AskSubject
from dashboard.runtime.state_keys import ask as keys

_ONE_AT_A_TIME = threading.Lock()
"""Decoding and measuring take up to 400 MB, so simultaneous uploads wait for each other."""


def show_own_photograph(way: str) -> AskSubject | None:
    """Show the uploaded or taken photograph with its current points and return it; None until there is one.

    Args:
        way: `upload` or `camera`.
    """
    body = _read_upload(way)
    if body is None:
        return None
    key = hashlib.sha256(body).hexdigest()[:12]
    try:
        scene, measurement, url = _read(key, body)
    except ImageError as error:
        st.error(texts.describe_unusable_image(escape_markdown(error)))
        return None
    detected_points = _list_detected_points(measurement)
    points = _place(key, scene, url, detected_points)
    return build_subject(f"own-{key}", scene, url, points, detected_points, measurement.border.residual_px)


def _read_upload(way: str) -> bytes | None:
    """Return the content of the uploaded file, which stays in memory."""
    if way == "camera":
        taken = st.camera_input(texts.PHOTOGRAPH, key=keys.CAMERA)
    else:
        types = [name.lower() for name in FORMATS] + ["jpg"]
        taken = st.file_uploader(
            texts.name_upload(MAX_UPLOAD_BYTES // 10**6, MAX_UPLOAD_PIXELS // 10**6, MAX_RELEASE_PIXELS // 10**6),
            type=types,
            key=keys.UPLOAD,
            max_upload_size=MAX_UPLOAD_BYTES // 10**6,
        )
    st.caption(texts.UPLOAD_HELP)
    return None if taken is None else taken.getvalue()


def _read(key: str, body: bytes) -> tuple[LoadedPhotograph, BoardMeasurement, str]:
    """Return the image, its measurement and its URL; those of the last file stay in the session."""
    kept_key, kept = keys.OWN_PHOTOGRAPH.read() or (None, None)
    if kept is None or kept_key != key:
        with st.spinner("Measuring the photograph"), _ONE_AT_A_TIME:
            scene = read_own_photograph(body)
            kept = (scene, measure_image(scene.pixels, scene.camera_metadata), encode_image_url(scene.image))
        keys.OWN_PHOTOGRAPH.write((key, kept))
    scene, measurement, url = kept
    return scene, measurement, url


def _list_detected_points(measurement: BoardMeasurement) -> Points:
    corners = measurement.border.corners_px
    found: dict[str, Point | None] = dict.fromkeys(CORNERS)
    if corners is not None:
        found |= {name: (float(x), float(y)) for name, (x, y) in zip(CORNERS, corners, strict=True)}
    return found | {vertex: measurement.stickers[vertex].centre_px for vertex in VERTICES}


def _place(key: str, scene: LoadedPhotograph, url: str, points: Points) -> Points:
    """Show the image with its points; return them as corrected."""
    resets = keys.POINT_RESETS.make_key(key).read() or 0
    labels = {name: texts.name_corner(name) for name in CORNERS}
    labels |= {"A": "A, the red sticker", "B": "B, the yellow sticker", "C": "C, the blue sticker"}
    colour_of = dict.fromkeys(CORNERS, colours.BORDER) | colours.STICKERS
    handles = [PointHandle(name, label, colour_of[name], points[name]) for name, label in labels.items()]
    outlines = [Outline(CORNERS, colours.BORDER), Outline(VERTICES, colours.SIDE)]
    placed = place_points(
        url, *scene.image.size, handles, outlines, f"{key}-{resets}", texts.PHOTOGRAPH_ALT, key=keys.OWN_PICTURE
    )
    missing = [name for name, point in (placed or points).items() if point is None]
    if missing:
        st.warning(texts.describe_missing_points(", ".join(missing)))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(texts.POINTS_HELP)
        st.button(
            "Reset points",
            key=keys.RESET_POINTS,
            on_click=_reset,
            args=(key,),
            disabled=placed in (None, points),
            help=texts.RESET_HELP,
        )
    return placed or points


def _reset(key: str) -> None:
    resets_key = keys.POINT_RESETS.make_key(key)
    resets_key.write((resets_key.read() or 0) + 1)
