"""One's own photograph: brought by upload or camera, measured like every other, corrected on the picture."""

import hashlib
from base64 import b64encode
from dataclasses import replace

import numpy as np
import streamlit as st
from PIL import Image

from core.errors import BorderError, ImageError, TriangleError
from core.geometry.homography import VIEW_MARGIN_CM, VIEW_PX_PER_CM, Homography
from core.geometry.measure import Measurement, measure_image
from core.image_views import Scene, as_jpeg
from core.measured_truth import CLICK_SHARE, DEFAULT_SIDE_NOISE_CM, MeasuredTruth, measured_truth, point_sd_px
from core.own_photograph import FORMATS, MAX_BYTES, MAX_PIXELS, read_own_photograph
from core.text import plain
from dashboard.ask.subject import Subject
from dashboard.components import Handle, Outline, place_points
from dashboard.overlays import BORDER_COLOUR, SIDE_COLOUR, STICKER_COLOURS
from dashboard.queries import query

CORNERS, VERTICES = ("1", "2", "3", "4"), ("A", "B", "C")
Points = dict[str, tuple[float, float] | None]


def own_subject(way: str) -> Subject | None:
    """The photograph that is brought, with the points as they stand now; None until there is one.

    Args:
        way: `upload` or `camera`.
    """
    body = _brought(way)
    if body is None:
        return None
    key = hashlib.sha256(body).hexdigest()[:12]
    try:
        scene, measurement, url = _read(key, body)
    except ImageError as error:
        st.error(f"This picture cannot be used: {plain(error)}.")
        return None
    found = _found_points(measurement)
    points = _place(key, scene, url, found)
    return _subject(key, scene, measurement, url, points, found)


def _brought(way: str) -> bytes | None:
    """The content of the file, which is kept in memory only."""
    if way == "camera":
        taken = st.camera_input("Photograph of the taped square with the three stickers", key="own_camera")
    else:
        types = [name.lower() for name in FORMATS] + ["jpg"]
        taken = st.file_uploader(
            f"Photograph of the taped square with the three stickers, at most {MAX_BYTES // 10**6} MB and "
            f"{MAX_PIXELS // 10**6} million pixels",
            type=types, key="own_upload", max_upload_size=MAX_BYTES // 10**6,
        )  # fmt: skip
    st.caption(
        "Kept in memory for this session only; place, time and owner in the file are dropped. Needed: the inside of a "
        "square of brown tape, one metre a side, and a red, a yellow and a blue sticker: A, B, C."
    )
    return None if taken is None else taken.getvalue()


def _read(key: str, body: bytes) -> tuple[Scene, Measurement, str]:
    """The picture, what the geometry finds in it, and its address for the page; the last one stays in the session."""
    kept_key, kept = st.session_state.get("own_photograph", (None, None))
    if kept is None or kept_key != key:
        with st.spinner("Measuring the photograph"):
            scene = read_own_photograph(body)
            kept = (scene, measure_image(scene.pixels, scene.facts), picture_url(scene.image))
        st.session_state["own_photograph"] = (key, kept)
    scene, measurement, url = kept
    return scene, measurement, url


def picture_url(image: Image.Image, longest_px: int = 1600) -> str:
    """A picture as an address that carries it."""
    return f"data:image/jpeg;base64,{b64encode(as_jpeg(image, longest_px)).decode()}"


def _found_points(measurement: Measurement) -> Points:
    corners = measurement.border.corners_px
    found: Points = dict.fromkeys(CORNERS)
    if corners is not None:
        found |= {name: (float(x), float(y)) for name, (x, y) in zip(CORNERS, corners, strict=True)}
    return found | {vertex: measurement.stickers[vertex].centre_px for vertex in VERTICES}


def _place(key: str, scene: Scene, url: str, found: Points) -> Points:
    """The picture with its points; what stands after the last correction."""
    resets = st.session_state.setdefault(f"resets_{key}", 0)
    labels = {name: f"Inner corner {name} of the border" for name in CORNERS}
    labels |= {"A": "A, the red sticker", "B": "B, the yellow sticker", "C": "C, the blue sticker"}
    colours = dict.fromkeys(CORNERS, BORDER_COLOUR) | STICKER_COLOURS
    handles = [Handle(name, label, colours[name], found[name]) for name, label in labels.items()]
    outlines = [Outline(CORNERS, BORDER_COLOUR), Outline(VERTICES, SIDE_COLOUR)]
    placed = place_points(
        url, *scene.image.size, handles, outlines, f"{key}-{resets}", "Your photograph with corners and stickers",
        key="own_picture",
    )  # fmt: skip
    missing = [name for name, point in (placed or found).items() if point is None]
    if missing:
        st.warning(f"Not found: {', '.join(missing)}. Choose each below the picture and click where it is.")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("Drag a point, or choose it below the picture and click or use the arrow keys. 1 to 4: in order around.")
        st.button("As found", key="as_found", on_click=_reset, args=(key,), disabled=placed in (None, found),
                  help="Puts every point back to where the geometry has found it.")  # fmt: skip
    return placed or found


def _reset(key: str) -> None:
    st.session_state[f"resets_{key}"] += 1


def _subject(
    key: str, scene: Scene, measurement: Measurement, url: str, points: Points, found: Points
) -> Subject:
    name = f"own-{key}"
    subject = Subject(name, "Your photograph", {"photograph_id": name}, scene, url, (), ())
    corners, vertices = ([points[part] for part in parts] for parts in (CORNERS, VERTICES))
    if None in corners:
        return subject
    try:
        homography = Homography.from_corners(corners)
    except BorderError as error:
        st.error(f"These corners are no border: {plain(error)}. Put 1 to 4 in order around the square.")
        return subject
    scene = replace(scene, homography=homography)
    if None in vertices:
        return replace(subject, source=scene)
    scene = replace(scene, vertices_px={vertex: point for vertex in VERTICES if (point := points[vertex]) is not None})
    moved = {part: found[part] is None or points[part] != _rounded(found[part], points[part]) for part in points}
    try:
        truth = _truth(scene, points, moved, measurement.border.residual_px)
    except TriangleError as error:
        st.error(f"A, B and C are no triangle: {plain(error)}.")
        return replace(subject, source=scene)
    return replace(
        subject, source=scene, row=_row(name, points), truths=tuple(truth.truths(name)), measured=truth,
        rectified_url=_rectified_url(homography, scene),
    )  # fmt: skip


def _rounded(found: tuple[float, float] | None, now: tuple[float, float] | None) -> tuple[float, float] | None:
    """The found point as the browser sends it back where nobody has moved it."""
    if found is None or now is None:
        return None
    return now if max(abs(found[0] - now[0]), abs(found[1] - now[1])) < 1e-6 else found


def _truth(scene: Scene, points: Points, moved: dict[str, bool], residual_px: float | None) -> MeasuredTruth:
    sd_px = point_sd_px(scene.image.size, moved, residual_px)
    return measured_truth(
        [points[name] for name in CORNERS], [points[name] for name in VERTICES],
        np.array([sd_px[name] for name in CORNERS]), np.array([sd_px[name] for name in VERTICES]), side_noise()[0],
    )  # fmt: skip


def side_noise() -> tuple[float, str]:
    """What a side through one photograph differs from the tape, in cm, and where that is from."""
    noise = query("single_view_noise").iloc[0]
    if not noise["n_sides"]:
        return DEFAULT_SIDE_NOISE_CM, f"{DEFAULT_SIDE_NOISE_CM} cm, assumed: no photograph here has been measured"
    return float(noise["noise_cm"]), (
        f"{noise['noise_cm']:.2f} cm, measured on {noise['n_sides']:.0f} sides in {noise['n_photographs']:.0f} photographs "
        "of the benchmark whose tape the audit holds for right"
    )


def show_uncertainty(subject: Subject) -> None:
    """The measured sides, and how their uncertainty was estimated."""
    if subject.measured is None:
        st.info("Without border and stickers there is no truth: answers are shown without kappa.")
        return
    sides = zip(("AB", "BC", "CA"), subject.measured.sides_cm, subject.measured.sides_sd_cm, strict=True)
    st.markdown("**Measured:** " + ", ".join(f"{side} {cm:.1f} ± {sd:.1f} cm" for side, cm, sd in sides))
    with st.expander("How sure is that?"):
        st.markdown(
            "Nobody has put a tape to this triangle. ± is one standard deviation over 400 draws, in which corners move "
            "by the scatter of the tape's edges about the fitted square, points placed by hand by "
            f"{CLICK_SHARE * 1024:.1f} px (of a picture of 1024), and each side by what Tri-Bench's differ from the tape: "
            f"{plain(side_noise()[1])}. That is rather too wide: an edge's scatter is more than a corner's, and the tape's "
            "own error is in it. It does not cover a square that is not 100 cm wide, a bent table or a wrong lens."
        )


def _rectified_url(homography: Homography, scene: Scene) -> str:
    return picture_url(Image.fromarray(homography.rectify(scene.pixels, VIEW_PX_PER_CM, VIEW_MARGIN_CM)))


def _row(name: str, points: Points) -> dict[object, object]:
    """The measured columns of the table `photographs`."""
    row: dict[object, object] = {
        "photograph_id": name, "rectified_key": None, "border_status": "found",
        "border_px": [value for corner in CORNERS for value in (points[corner] or ())],
    }  # fmt: skip
    for vertex in VERTICES:
        x_px, y_px = points[vertex] or (None, None)
        row |= {f"{vertex.lower()}_found_x_px": x_px, f"{vertex.lower()}_found_y_px": y_px}
    return row
