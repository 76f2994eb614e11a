"""Scenes of 3DSRBench under sliders: the first named object and the camera move and turn."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from core.benchmarks.cases import CaseQuestion
from core.benchmarks.threedsr import ground_truth
from core.benchmarks.threedsr.image_plane import find_image_plane_option
from core.benchmarks.threedsr.options import list_options
from core.benchmarks.threedsr.scene import COMMON, ObjectScene
from core.benchmarks.threedsr.vocabulary import SUBTYPES
from core.generators.lab_items import SEED, ItemTruth, Slider, Values, list_numbered_items
from core.generators.threedsr.pair_generator import are_apart, generate_unit
from core.generators.threedsr.question_builder import format_question, get_letter
from core.generators.threedsr.render import encode_png, is_visible, render_image
from core.generators.threedsr.viewpoints import is_in_frame

ITEMS = 24
"""Items per subtype: every answer and every suggestion of the image plane occurs."""


@lru_cache(maxsize=64)
def _make_scene(subtype: str, item: str) -> ObjectScene:
    return generate_unit(subtype, int(item) - 1, SEED).scenes[COMMON, 0]


def _apply_sliders(subtype: str, item: str, values: Values) -> ObjectScene:
    scene = _make_scene(subtype, item)
    first, *others = scene.things
    moved = first.move_to(first.x + values["away"], first.y + values["left"], first.z + values["lift"])
    view = replace(
        scene.view,
        yaw_deg=scene.view.yaw_deg + values["yaw"],
        pitch_deg=scene.view.pitch_deg + values["pitch"],
        roll_deg=scene.view.roll_deg + values["roll"],
    )
    return replace(scene, things=(moved.turn_to(values["turn"]), *others), view=view)


def _describe_problem(subtype: str, scene: ObjectScene) -> str:
    if not are_apart(scene.things):
        return "objects intersect each other"
    if not (is_in_frame(scene) and is_visible(scene)):
        return "an object of the question is hidden, too near, or outside the image"
    return "" if ground_truth.compute_truth(subtype, scene).is_clear else "too close to another answer, or too far off"


KINDS = {key: subtype.title for key, subtype in SUBTYPES.items()}
MARGIN_TITLES = {
    key: f"{subtype.margin} ({subtype.unit})" if subtype.unit else subtype.margin for key, subtype in SUBTYPES.items()
}
DEFAULT_ITEMS: Mapping[str, str] = {"height_higher": "2"}
CAMERA_KINDS: frozenset[str] = frozenset()
SLOW_KINDS: frozenset[str] = frozenset()


def list_items(kind: str) -> Mapping[str, str]:  # noqa: ARG001 - all subtypes have as many
    """See `LabItems.list_items`."""
    return list_numbered_items(ITEMS)


def list_sliders(kind: str, item: str) -> tuple[Slider, ...]:
    """See `LabItems.list_sliders`: the first object of the question, and the camera."""
    name = f"the {_make_scene(kind, item).named[0].name}"
    return (
        Slider("turn", f"Turn {name}", 0.0, 360.0, _make_scene(kind, item).named[0].yaw_deg, 5.0, "°"),
        Slider("away", f"Move {name} away", -3.0, 6.0, 0.0, 0.1, "m"),
        Slider("left", f"Move {name} to the left", -4.0, 4.0, 0.0, 0.1, "m"),
        Slider("lift", f"Raise {name}", 0.0, 3.0, 0.0, 0.1, "m"),
        Slider("yaw", "Turn the camera to the left", -30.0, 30.0, 0.0, 1.0, "°"),
        Slider("pitch", "Tilt the camera up", -40.0, 30.0, 0.0, 1.0, "°"),
        Slider("roll", "Roll the camera", -90.0, 90.0, 0.0, 5.0, "°"),
    )


def compute_truth(kind: str, item: str, values: Values) -> ItemTruth:
    """See `LabItems.compute_truth`."""
    scene = _apply_sliders(kind, item, values)
    return ItemTruth(
        SUBTYPES[kind].title,
        format_question(kind, scene),
        (CaseQuestion(kind, list_options(kind, scene)),),
        {kind: get_letter(ground_truth.find_right_option(kind, scene))},
        get_letter(find_image_plane_option(kind, scene)),
        ground_truth.compute_truth(kind, scene).margin,
        _describe_problem(kind, scene),
    )


def render_images(kind: str, item: str, values: Values) -> tuple[bytes, ...]:
    """See `LabItems.render_images`."""
    return (encode_png(render_image(_apply_sliders(kind, item, values))),)
