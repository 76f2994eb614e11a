"""Scenes of MMPerspective under sliders: the camera turns, tilts, rolls, rises, and its lens changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeVar

from core.benchmarks.data import Asked
from core.benchmarks.mmperspective.ground_truth import true_letter
from core.benchmarks.mmperspective.image_plane import image_plane_letter
from core.benchmarks.mmperspective.item import Item
from core.benchmarks.mmperspective.margins import MEANINGS, Margin, margin_of
from core.benchmarks.mmperspective.view import Picture
from core.benchmarks.mmperspective.vocabulary import ROBUST, TASKS
from core.generators.lab_items import SEED, Judged, Knob, Values, numbered
from core.generators.mmperspective.camera_sampling import is_free
from core.generators.mmperspective.composition import drawn
from core.generators.mmperspective.item_generator import items_of
from core.generators.mmperspective.painter import png

T = TypeVar("T")

ITEMS = 24

_SUBJECT = {"single": "the camera", "pair": "the right camera", "grid": "the first camera"}
"""Whose camera the sliders move, by layout."""


@lru_cache(maxsize=64)
def _item(task: str, item: str) -> Item:
    return items_of(task, SEED, int(item) - 1)[0]


def _moved(item: Item) -> int:
    """Index of the picture whose camera moves."""
    return len(item.pictures) - 1 if item.layout == "pair" else 0


def _shown(task: str, item: str, values: Values) -> Item:
    made = _item(task, item)
    place = _moved(made)
    picture = made.pictures[place]
    x, y, z = picture.view.position
    view = replace(
        picture.view,
        position=(x, y, z + values["rise"]),
        yaw_deg=picture.view.yaw_deg + values["yaw"],
        pitch_deg=picture.view.pitch_deg + values["pitch"],
        roll_deg=picture.view.roll_deg + values["roll"],
        focal_px=picture.view.focal_px * values["zoom"],
        bend=values["bend"],
    )
    pictures = list(made.pictures)
    pictures[place] = Picture(picture.scene, view, picture.operation)
    return replace(made, pictures=tuple(pictures))


def _asked(compute: Callable[[Item], T], item: Item, otherwise: T) -> T:
    """A figure of an item; `otherwise` where it has none, as where no vanishing point is left to measure from."""
    try:
        return compute(item)
    except ValueError:
        return otherwise


@dataclass(frozen=True)
class PerspectiveBench:
    """The generator of scenes."""

    kinds: Mapping[str, str] = field(
        default_factory=lambda: {key: task.title for key, task in TASKS.items() if key != ROBUST}
    )
    margins: Mapping[str, str] = field(
        default_factory=lambda: {key: f"{meaning} ({unit})" for key, (meaning, unit) in MEANINGS.items()}
    )
    slow: frozenset[str] = frozenset()

    def items(self, kind: str) -> Mapping[str, str]:  # noqa: ARG002 - all tasks have as many
        """As `LabItems.items`."""
        return numbered(ITEMS)

    def knobs(self, kind: str, item: str) -> tuple[Knob, ...]:
        """As `LabItems.knobs`: of one camera."""
        made = _item(kind, item)
        who = _SUBJECT[made.layout]
        bend = made.pictures[_moved(made)].view.bend
        return (
            Knob("yaw", f"Turn {who} to the left", -45.0, 45.0, 0.0, 1.0, "°"),
            Knob("pitch", f"Tilt {who} up", -45.0, 45.0, 0.0, 1.0, "°"),
            Knob("roll", f"Roll {who}", -45.0, 45.0, 0.0, 1.0, "°"),
            Knob("rise", f"Raise {who}", -1.0, 8.0, 0.0, 0.1, "m"),
            Knob("zoom", "Focal length", 0.5, 2.0, 1.0, 0.05, "", "As a multiple of that of the item."),
            Knob("bend", "Bend of the lens", 0.0, 1.0, bend, 0.01, "", "0: a pinhole. 1: an equidistant fisheye."),
        )

    def judged(self, kind: str, item: str, values: Values) -> Judged:
        """As `LabItems.judged`."""
        shown = _shown(kind, item, values)
        picture = shown.pictures[_moved(shown)]
        answer = _asked(true_letter, shown, None)
        margin = _asked(margin_of, shown, Margin(None, is_clear=False))
        if not is_free(picture.scene, picture.view.position):
            problem = "the camera stands in or too close to a house, or below the ground"
        elif answer is None:
            problem = "not exactly one of the options is true"
        else:
            problem = "" if margin.is_clear else "not clear enough to be asked"
        return Judged(
            TASKS[kind].title,
            shown.question,
            (Asked(kind, shown.options),),
            {kind: answer} if answer else {},
            _asked(image_plane_letter, shown, ""),
            margin.value,
            problem,
        )

    def pictures(self, kind: str, item: str, values: Values) -> tuple[bytes, ...]:
        """As `LabItems.pictures`."""
        return (png(drawn(_shown(kind, item, values))),)


LAB_ITEMS = PerspectiveBench()
