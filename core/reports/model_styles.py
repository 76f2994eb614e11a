"""Colour and shape of each model's marks, the same on every page and in the report."""

from collections.abc import Mapping
from typing import NamedTuple

from core.reports import marker_shapes

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
        return MarkerStyle(NEW_MODEL, marker_shapes.NEW_MODEL)
    if kinds[model_id] == "reference":
        others = [other for other, kind in kinds.items() if kind == "reference" and other not in SOLVERS]
        return _build_style(len(SOLVERS) + others.index(model_id), is_reference=True)
    return _build_style(
        [other for other, kind in kinds.items() if kind != "reference"].index(model_id), is_reference=False
    )


def _build_style(place: int, *, is_reference: bool) -> MarkerStyle:
    colours, marks = (REFERENCES, marker_shapes.REFERENCES) if is_reference else (MODELS, marker_shapes.MODELS)
    return MarkerStyle(colours[place % len(colours)], marks[place % len(marks)], is_reference)


def get_model_colour(model_id: str, kinds: Mapping[str, str]) -> str:
    """Return the colour of a model, as in `get_marker_style`."""
    return get_marker_style(model_id, kinds).colour
