"""Every colour of the charts, by what it stands for. The scales of heatmaps stand in `.streamlit/config.toml`.

Blue is the world and orange the picture, red is worse: no model has one of them. How a model's mark looks is decided
here too, so that it has one colour and one shape on every page.
"""

from collections.abc import Mapping
from typing import NamedTuple

from dashboard.style import markers

WORLD, PICTURE = "#1F78B4", "#C2620E"
"""Of what is true in the world, and of what is so in the flat picture."""

WORSE = "#C8402F"
"""Of what the audit blames, and of the largest differences."""

MODELS = ("#9140D5", "#8C8500", "#187C50", "#DF3AB8", "#7276E4", "#C2707A", "#2F9E3F", "#E5385F")
"""Of models, one after the other; every page gives a model the same one. The first four are apart for everybody."""

REFERENCES = ("#646F77", "#78838B", "#8B969D")
"""Of reference models, which dotted lines and shapes of their own distinguish too."""

NEW_MODEL = "#BC2AA6"
"""Of a model that is in no build yet."""

SOLVERS = (
    "blind_constant", "homography_solver", "image_plane_solver", "noisy_image_plane_solver", "truth_solver",
    "box_solver", "blind_text", "image_statistics",
)  # fmt: skip
"""Ids of the reference models that come with Trilens: each looks the same in every benchmark, in Ask and in the Lab."""

CLASSES = {
    "scalene": "#D8C98A", "isosceles": "#A9CBA1", "equilateral": "#C6B0DA",
    "acute": "#9DD0CB", "right": "#E2B5AE", "obtuse": "#C4C4AC",
}  # fmt: skip
"""Of the classes of triangles: light grounds for a dark text, like nothing that is drawn as a mark."""

TEXT_ON_CLASSES = "#10202b"

VERDICTS = {
    "light": {"right": "#709dc3", "foil_only": "#e0ae74", "wrong": "#f9d2cf"},
    "dark": {"right": "#32648d", "foil_only": "#64421d", "wrong": "#522423"},
}
"""Grounds of answers by verdict, in each theme: the nearer to the truth, the further from the page's ground.

They are steps of brightness, which every viewer tells apart. An answer that could not be read has no ground.
"""

LAB_OBJECT = "#6b4ba3"
"""Of the Lab's object on the board."""

NEUTRAL = "#7F7F7F"
"""Of marks that belong to no model; readable on both themes."""

GRID = "rgba(127,127,127,0.22)"
"""Of lines to read values by."""

BOTH_RIGHT = "#3F8F8A"
"""Of the part of a bar for answers that both runs get right: no grey, which reference models have."""

FAINT = "rgba(127,127,127,0.25)"
"""Of the part of a bar for answers that neither run gets right."""

BEHIND = "rgba(127,127,127,0.38)"
"""Of the lines of others behind the one that a panel is about."""

STRIPES = "rgba(255,255,255,0.45)"
"""Of stripes over a model's colour."""


class MarkerStyle(NamedTuple):
    """How the marks of a model look: colour and shape; `is_reference` for those in grey with dotted lines."""

    colour: str
    shape: str
    is_reference: bool = False


def get_marker_style(model_id: str, kinds: Mapping[str, str]) -> MarkerStyle:
    """Colour and shape of a model, from its place among all models of its sort.

    Colours and shapes both come again in their order. Their numbers have no common divisor, so that a pair comes again
    only when all have been there. A solver of Trilens looks the same wherever it is.

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
    """The colour of a model, as `get_marker_style` takes it."""
    return get_marker_style(model_id, kinds).colour


def add_alpha(colour: str, alpha: float) -> str:
    """A colour that lets `alpha` (0 to 1) of itself be seen, for grounds behind lines."""
    red, green, blue = bytes.fromhex(colour[1:])
    return f"rgba({red},{green},{blue},{alpha:g})"
