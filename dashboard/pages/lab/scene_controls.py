"""The scene of the Lab page: read from the URL, changed by sliders, classes and drags, written back."""

import dataclasses
import math

import numpy as np
import streamlit as st

from core.errors import SceneError
from core.formatting import escape_markdown
from core.generators.photo_scenes.objects import OBJECTS
from core.generators.photo_scenes.sampling import frame_scene
from core.generators.photo_scenes.scene import LIMITS, NO_OBJECT, TriangleScene
from core.generators.photo_scenes.triangle_shapes import SHARES, sample_corners
from dashboard.pages.lab import texts
from dashboard.runtime.state_keys import lab as keys

SCENE = "scene"
"""Name of the scene's URL parameter."""

MAX_LAB_PIXELS = 1024 * 1024
"""Maximum size of an image rendered while a visitor waits; the command `synthesize` has no such limit."""

START = frame_scene(TriangleScene((22.0, 30.0), (78.0, 36.0), (40.0, 80.0), azimuth_deg=25.0, tilt_deg=45.0, seed=7))

SLIDERS = {
    "tilt_deg": ("Tilt, °", 1.0),
    "azimuth_deg": ("Azimuth, °", 1.0),
    "roll_deg": ("Roll, °", 1.0),
    "distance_cm": ("Distance, cm", 1.0),
    "brightness": ("Brightness", 0.05),
    "warmth": ("Warmth of the light", 0.05),
    "noise": ("Noise", 0.1),
}
"""Label and step by attribute of a scene."""

MAIN_SLIDERS = ("tilt_deg", "azimuth_deg", "distance_cm")
"""The sliders that are always visible; the others, with the object and the table, are folded."""

VERTICES = {"A": "a_cm", "B": "b_cm", "C": "c_cm", "O": "object_cm"}
"""Attribute of a scene by the name of a point on the board; O is the object."""


def read_current_scene() -> TriangleScene:
    """Return the scene in the URL; else the first one, with a warning if the URL is not a valid scene."""
    link = st.query_params.get(SCENE)
    if link is None:
        return START
    try:
        scene = TriangleScene.parse_link(link)
        if scene.width_px * scene.height_px > MAX_LAB_PIXELS:
            raise SceneError(texts.describe_large_scene(scene.width_px, scene.height_px))
    except SceneError as error:
        st.warning(texts.describe_replaced_scene(escape_markdown(str(error))), title=texts.INVALID_SCENE)
        return START
    return scene


def count_refusals() -> int:
    """Return how many changes were refused; after each one the controls return to the scene."""
    return keys.N_REFUSALS.read() or 0


def show_refusal() -> None:
    """Show once why the last change was refused."""
    if reason := keys.REFUSAL.take():
        st.warning(escape_markdown(reason))


def change(scene: TriangleScene, **values: object) -> None:
    """Write the changed scene to the URL, with the whole tape in view; keep the old one if that is impossible."""
    try:
        changed = frame_scene(dataclasses.replace(scene, **values))  # type: ignore[arg-type]
    except SceneError as error:
        keys.REFUSAL.write(texts.describe_refused_change(str(error)))
        keys.N_REFUSALS.write(count_refusals() + 1)
        return
    st.query_params[SCENE] = changed.to_link()


def move_vertex(scene: TriangleScene, name: str, x_cm: float, y_cm: float) -> None:
    """Move a point that was dragged on the board (callback)."""
    if name in VERTICES:
        change(scene, **{VERTICES[name]: (x_cm, y_cm)})


def show_controls(scene: TriangleScene) -> None:
    """Show the controls, set to the scene."""
    shapes = [format_class(*pair) for pair in SHARES]
    keys.CLASS.write(None)
    st.selectbox(
        texts.RANDOM_TRIANGLE,
        shapes,
        index=None,
        placeholder="choose a class",
        key=keys.CLASS,
        on_change=_take_class,
        args=(scene,),
        help=texts.RANDOM_TRIANGLE_HELP,
    )
    for name in MAIN_SLIDERS:
        _show_slider(scene, name)
    with st.expander(texts.MORE_CONTROLS):
        for name in (name for name in SLIDERS if name not in MAIN_SLIDERS):
            _show_slider(scene, name)
        _show_object(scene)


def _show_slider(scene: TriangleScene, name: str) -> None:
    label, step = SLIDERS[name]
    low, high = (-180.0, 180.0) if name == "azimuth_deg" else LIMITS[name]
    value = getattr(scene, name)
    value = math.remainder(value, 360.0) if name == "azimuth_deg" else value
    keys.SLIDER.make_key(name).write(float(value))
    st.slider(
        label,
        low,
        high,
        step=step,
        format="%.0f" if step == 1 else "%.2f",
        key=keys.SLIDER.make_key(name),
        help=texts.SLIDERS[name],
        on_change=_take,
        args=(scene, name),
    )


def _show_object(scene: TriangleScene) -> None:
    keys.OBJECT.write(scene.object)
    st.selectbox(
        "Object",
        (NO_OBJECT, *OBJECTS),
        key=keys.OBJECT,
        on_change=_take,
        args=(scene, "object"),
        help=texts.MOVE_OBJECT,
    )
    st.button(
        texts.NEW_TABLE,
        key=keys.NEW_TABLE,
        on_click=change,
        args=(scene,),
        kwargs={"seed": (scene.seed + 1) % int(LIMITS["seed"][1])},
    )


def format_class(side: str, angle: str) -> str:
    """Format a class of triangles as in the list."""
    return f"{side}, {angle}"


def _take(scene: TriangleScene, name: str) -> None:
    change(scene, **{name: keys.SLIDER.make_key(name).read()})


def _take_class(scene: TriangleScene) -> None:
    chosen = keys.CLASS.read()
    classes = next((pair for pair in SHARES if chosen == format_class(*pair)), None)
    if classes is None:
        return
    # The points' positions are the seed: choosing the same class again gives another triangle.
    places = np.rint(np.array([scene.a_cm, scene.b_cm, scene.c_cm]) * 100).astype(np.int64)
    random = np.random.default_rng(np.abs(places).ravel())
    a, b, c = sample_corners(classes, random)
    change(scene, a_cm=a, b_cm=b, c_cm=c)
