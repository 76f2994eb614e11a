"""Scenes of 3DSRBench under sliders: the first named thing moves and turns, and the camera does."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from core.benchmarks.data import Asked
from core.benchmarks.threedsr.ground_truth import right_option, truth_of
from core.benchmarks.threedsr.image_plane import picture_option
from core.benchmarks.threedsr.options import options_of
from core.benchmarks.threedsr.scene import COMMON, Scene
from core.benchmarks.threedsr.vocabulary import SUBTYPES
from core.generators.lab_items import SEED, Judged, Knob, Values, numbered
from core.generators.threedsr.pair_generator import are_apart, unit
from core.generators.threedsr.question_builder import letter, text_of
from core.generators.threedsr.render import is_visible, picture, png
from core.generators.threedsr.viewpoints import fits

ITEMS = 24
"""Of a subtype: every answer and every suggestion of the flat picture occurs."""


@lru_cache(maxsize=64)
def _scene(subtype: str, item: str) -> Scene:
    return unit(subtype, int(item) - 1, SEED).scenes[COMMON, 0]


def _shown(subtype: str, item: str, values: Values) -> Scene:
    scene = _scene(subtype, item)
    first, *others = scene.things
    moved = first.placed(first.x + values["away"], first.y + values["left"], first.z + values["lift"])
    view = replace(
        scene.view,
        yaw_deg=scene.view.yaw_deg + values["yaw"],
        pitch_deg=scene.view.pitch_deg + values["pitch"],
        roll_deg=scene.view.roll_deg + values["roll"],
    )
    return replace(scene, things=(moved.turned(values["turn"]), *others), view=view)


def _problem(subtype: str, scene: Scene) -> str:
    if not are_apart(scene.things):
        return "things run into each other"
    if not (fits(scene) and is_visible(scene)):
        return "what is asked about is hidden, too near, or out of the picture"
    return "" if truth_of(subtype, scene).is_clear else "too close to another answer, or too far off"


@dataclass(frozen=True)
class SceneBench:
    """The generator of scenes."""

    kinds: Mapping[str, str] = field(default_factory=lambda: {key: one.title for key, one in SUBTYPES.items()})
    margins: Mapping[str, str] = field(
        default_factory=lambda: {
            key: f"{one.margin} ({one.unit})" if one.unit else one.margin for key, one in SUBTYPES.items()
        }
    )
    slow: frozenset[str] = frozenset()

    def items(self, kind: str) -> Mapping[str, str]:  # noqa: ARG002 - all subtypes have as many
        """As `LabItems.items`."""
        return numbered(ITEMS)

    def knobs(self, kind: str, item: str) -> tuple[Knob, ...]:
        """As `LabItems.knobs`: the first thing of the question, and the camera."""
        name = f"the {_scene(kind, item).named[0].name}"
        return (
            Knob("turn", f"Turn {name}", 0.0, 360.0, _scene(kind, item).named[0].yaw_deg, 5.0, "°"),
            Knob("away", f"Move {name} away", -3.0, 6.0, 0.0, 0.1, "m"),
            Knob("left", f"Move {name} to the left", -4.0, 4.0, 0.0, 0.1, "m"),
            Knob("lift", f"Raise {name}", 0.0, 3.0, 0.0, 0.1, "m"),
            Knob("yaw", "Turn the camera to the left", -30.0, 30.0, 0.0, 1.0, "°"),
            Knob("pitch", "Tilt the camera up", -40.0, 30.0, 0.0, 1.0, "°"),
            Knob("roll", "Roll the camera", -90.0, 90.0, 0.0, 5.0, "°"),
        )

    def judged(self, kind: str, item: str, values: Values) -> Judged:
        """As `LabItems.judged`."""
        scene = _shown(kind, item, values)
        return Judged(
            SUBTYPES[kind].title,
            text_of(kind, scene),
            (Asked(kind, options_of(kind, scene)),),
            {kind: letter(right_option(kind, scene))},
            letter(picture_option(kind, scene)),
            truth_of(kind, scene).margin,
            _problem(kind, scene),
        )

    def pictures(self, kind: str, item: str, values: Values) -> tuple[bytes, ...]:
        """As `LabItems.pictures`."""
        return (png(picture(_shown(kind, item, values))),)


LAB_ITEMS = SceneBench()
