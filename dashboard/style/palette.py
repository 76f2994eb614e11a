"""The colours of the charts by their meaning. The scales of heatmaps are in `.streamlit/config.toml`.

Blue is the world, orange the image, red is worse: no model has one of these. This module also decides how a model's
marks look, so that a model has one colour and one shape on every page.
"""

from collections.abc import Mapping
from typing import NamedTuple

from dashboard.style import markers

WORLD, PICTURE = "#1F78B4", "#C2620E"
"""Colours of values in the world, and of values in the image plane (2D)."""

WORSE = "#C8402F"
"""Colour of errors that the audit finds, and of the largest differences."""

MODELS = ("#9140D5", "#8C8500", "#187C50", "#DF3AB8", "#7276E4", "#C2707A", "#2F9E3F", "#E5385F")
"""Colours of models, assigned in order, the same on every page. Every viewer can distinguish the first four."""

REFERENCES = ("#646F77", "#78838B", "#8B969D")
"""Colours of reference models, which dotted lines and their own shapes distinguish as well."""

NEW_MODEL = "#BC2AA6"
"""Colour of a model that is not in any build yet."""

SOLVERS = (
    "blind_constant", "homography_solver", "image_plane_solver", "noisy_image_plane_solver", "truth_solver",
    "box_solver", "blind_text", "image_statistics",
)  # fmt: skip
"""Ids of the reference models that come with Trilens: each looks the same in every benchmark, in Ask and in the Lab."""

CLASSES = {
    "scalene": "#D8C98A", "isosceles": "#A9CBA1", "equilateral": "#C6B0DA",
    "acute": "#9DD0CB", "right": "#E2B5AE", "obtuse": "#C4C4AC",
}  # fmt: skip
"""Colours of triangle classes: light backgrounds for dark text, unlike any mark."""

TEXT_ON_CLASSES = "#10202b"

VERDICTS = {
    "light": {"right": "#709dc3", "foil_only": "#e0ae74", "wrong": "#f9d2cf"},
    "dark": {"right": "#32648d", "foil_only": "#64421d", "wrong": "#522423"},
}
"""Background colours of answers by verdict, per theme: the nearer to the truth, the stronger the contrast to the page.

They are steps of brightness, which every viewer can distinguish. An unreadable answer has no background.
"""

LAB_OBJECT = "#6b4ba3"
"""Colour of the Lab's object on the board."""

CODES = ("#8A6D3B", "#4F8A8B", "#A05195", "#6B8E23", "#B0703C", "#5C6BC0", "#9C5B5B", "#5F7F95")
"""Colours of failure codes, muted so that they do not look like a model's; the name is always beside the colour."""

NEUTRAL = "#7F7F7F"
"""Colour of marks that do not belong to a model; readable in both themes."""

GRID = "rgba(127,127,127,0.22)"
"""Colour of grid lines."""

BOTH_RIGHT = "#3F8F8A"
"""Colour of the part of a bar for answers that both runs get right: not grey, which reference models have."""

FAINT = "rgba(127,127,127,0.25)"
"""Colour of the part of a bar for answers that neither run gets right."""

BEHIND = "rgba(127,127,127,0.38)"
"""Colour of the lines of other models behind the one that a panel shows."""

STRIPES = "rgba(255,255,255,0.45)"
"""Colour of stripes over a model's colour."""


class MarkerStyle(NamedTuple):
    """The look of a model's marks: colour and shape; `is_reference` for those in grey with dotted lines."""

    colour: str
    shape: str
    is_reference: bool = False


def get_marker_style(model_id: str, kinds: Mapping[str, str]) -> MarkerStyle:
    """Return colour and shape of a model, from its index among all models of its kind.

    Colours and shapes repeat in order. Their numbers have no common divisor, so a combination repeats only after all
    others have been used. A solver of Trilens looks the same everywhere.

    Args:
        model_id: the model; `solver:NAME` for one that was just asked.
        kinds: kind (vlm, reference, human) by model id, of all models of the warehouse.
    """
    name = model_id.removeprefix("solver:")
    if name in SOLVERS:
        return _build_style(SOLVERS.index(name), is_reference=True)
    if model_id not in kinds:
        return MarkerStyle(NEW_MODEL, markers.NEW_MODEL)
    if kinds[model_id] == "reference":
        others = [other for other, kind in kinds.items() if kind == "reference" and other not in SOLVERS]
        return _build_style(len(SOLVERS) + others.index(model_id), is_reference=True)
    return _build_style(
        [other for other, kind in kinds.items() if kind != "reference"].index(model_id), is_reference=False
    )


def _build_style(place: int, *, is_reference: bool) -> MarkerStyle:
    colours, marks = (REFERENCES, markers.REFERENCES) if is_reference else (MODELS, markers.MODELS)
    return MarkerStyle(colours[place % len(colours)], marks[place % len(marks)], is_reference)


def get_model_colour(model_id: str, kinds: Mapping[str, str]) -> str:
    """Return the colour of a model, as in `get_marker_style`."""
    return get_marker_style(model_id, kinds).colour


def add_alpha(colour: str, alpha: float) -> str:
    """Return a colour with the opacity `alpha` (0 to 1), for backgrounds behind lines."""
    red, green, blue = bytes.fromhex(colour[1:])
    return f"rgba({red},{green},{blue},{alpha:g})"
