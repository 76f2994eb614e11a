"""Every colour of the charts, by what it stands for. The scales of heatmaps stand in `.streamlit/config.toml`."""

from collections.abc import Mapping

BLUE, SKY, GREEN, VERMILION, PINK, ORANGE = "#0072B2", "#56B4E9", "#009E73", "#D55E00", "#CC79A7", "#E69F00"
"""Colours that colour-blind people can distinguish. Source: Okabe and Ito (2008)."""

VIOLET, BROWN = "#8A6FBF", "#A0522D"

MODELS = (BLUE, SKY, GREEN, VERMILION, PINK, ORANGE, VIOLET, BROWN)
"""Of models, one after the other; every page gives a model the same one."""

REFERENCES = ("#5F6B73", "#7D888F", "#99A3A9")
"""Of reference models, which dotted lines and squares distinguish too."""

NEW_MODEL = "#B5179E"
"""Of a model that is in no build yet."""

TRIANGLE_QUESTIONS = ("#4477AA", "#EE6677", "#228833", "#CCBB44", "#66CCEE", "#AA3377")
"""Of questions: other colours than the models'. Source: P. Tol, "Colour Schemes", bright."""

CLASSES = {
    "scalene": BLUE, "isosceles": ORANGE, "equilateral": GREEN, "acute": SKY, "right": VERMILION, "obtuse": PINK,
}  # fmt: skip
"""Of the classes of triangles."""

_LIGHT_TEXT, _DARK_TEXT = "#ffffff", "#10202b"

POSES = {"P": BLUE, "T": VERMILION}
"""Of conditions, by their first letter: planar, tilted."""

SOLVERS = (BLUE, VERMILION, VIOLET, GREEN)
"""Of the Lab's solvers, which stand alone there."""

LAB_OBJECT = "#6b4ba3"
"""Of the Lab's object on the board."""

NEUTRAL = "#7F7F7F"
"""Of marks that belong to no model; readable on both themes."""

FAINT = "rgba(127,127,127,0.25)"
"""Of the part of a bar for answers that neither run gets right."""

STRIPES = "rgba(255,255,255,0.45)"
"""Of stripes over a model's colour."""

BLAMED = VERMILION
"""Of what the audit blames, and of the largest differences."""


def colour_of(model_id: str, kinds: Mapping[str, str]) -> str:
    """The colour of a model, from its place among all models of its sort.

    Args:
        model_id: the model.
        kinds: kind (vlm, reference, human) by model id, of all models of the warehouse.
    """
    is_reference = kinds[model_id] == "reference"
    colours = REFERENCES if is_reference else MODELS
    alike = [other for other, kind in kinds.items() if (kind == "reference") == is_reference]
    return colours[alike.index(model_id) % len(colours)]


def text_on(name: str) -> str:
    """The colour of a text that is readable on the colour of a class."""
    return _LIGHT_TEXT if CLASSES[name] in (BLUE, VERMILION) else _DARK_TEXT
