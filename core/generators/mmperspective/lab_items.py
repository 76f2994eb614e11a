"""Scenes of MMPerspective under sliders: the camera turns, tilts, rolls and rises, and its lens changes."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from core.benchmarks.cases import CaseQuestion
from core.benchmarks.mmperspective.ground_truth import find_true_letter
from core.benchmarks.mmperspective.image_plane import find_image_plane_letter
from core.benchmarks.mmperspective.item import PerspectiveItem
from core.benchmarks.mmperspective.margins import MEANINGS, ItemMargin, compute_margin
from core.benchmarks.mmperspective.view import PerspectiveImage
from core.benchmarks.mmperspective.vocabulary import ROBUST, TASKS
from core.generators.lab_items import SEED, ItemTruth, Slider, Values, list_numbered_items
from core.generators.mmperspective.camera_sampling import is_free
from core.generators.mmperspective.composition import compose_image
from core.generators.mmperspective.item_generator import generate_items
from core.generators.mmperspective.painter import encode_png

T = TypeVar("T")

ITEMS = 24

_SUBJECT = {"single": "the camera", "pair": "the right camera", "grid": "the first camera"}
"""The camera that the sliders move, by layout."""


@lru_cache(maxsize=64)
def _make_item(task: str, item: str) -> PerspectiveItem:
    return generate_items(task, SEED, int(item) - 1)[0]


def _get_moving_index(item: PerspectiveItem) -> int:
    """Return the index of the image whose camera moves."""
    return len(item.pictures) - 1 if item.layout == "pair" else 0


def _apply_sliders(task: str, item: str, values: Values) -> PerspectiveItem:
    made = _make_item(task, item)
    moving_index = _get_moving_index(made)
    picture = made.pictures[moving_index]
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
    pictures[moving_index] = PerspectiveImage(picture.scene, view, picture.operation)
    return replace(made, pictures=tuple(pictures))


def _compute_or_default(compute: Callable[[PerspectiveItem], T], item: PerspectiveItem, otherwise: T) -> T:
    """Compute a figure of an item; return `otherwise` if it has none, such as without a vanishing point."""
    try:
        return compute(item)
    except ValueError:
        return otherwise


KINDS = {key: task.title for key, task in TASKS.items() if key != ROBUST}
MARGIN_TITLES = {key: f"{meaning} ({unit})" for key, (meaning, unit) in MEANINGS.items()}
DEFAULT_ITEMS: Mapping[str, str] = {}
CAMERA_KINDS: frozenset[str] = frozenset()
SLOW_KINDS: frozenset[str] = frozenset()


def list_items(kind: str) -> Mapping[str, str]:  # noqa: ARG001 - all tasks have as many
    """See `LabItems.list_items`."""
    return list_numbered_items(ITEMS)


def list_sliders(kind: str, item: str) -> tuple[Slider, ...]:
    """See `LabItems.list_sliders`: the sliders of one camera."""
    made = _make_item(kind, item)
    who = _SUBJECT[made.layout]
    bend = made.pictures[_get_moving_index(made)].view.bend
    return (
        Slider("yaw", f"Turn {who} to the left", -45.0, 45.0, 0.0, 1.0, "°"),
        Slider("pitch", f"Tilt {who} up", -45.0, 45.0, 0.0, 1.0, "°"),
        Slider("roll", f"Roll {who}", -45.0, 45.0, 0.0, 1.0, "°"),
        Slider("rise", f"Raise {who}", -1.0, 8.0, 0.0, 0.1, "m"),
        Slider("zoom", "Focal length", 0.5, 2.0, 1.0, 0.05, "", "As a multiple of that of the item."),
        Slider("bend", "Bend of the lens", 0.0, 1.0, bend, 0.01, "", "0: a pinhole. 1: an equidistant fisheye."),
    )


def compute_truth(kind: str, item: str, values: Values) -> ItemTruth:
    """See `LabItems.compute_truth`."""
    sliders = _apply_sliders(kind, item, values)
    picture = sliders.pictures[_get_moving_index(sliders)]
    answer = _compute_or_default(find_true_letter, sliders, None)
    margin = _compute_or_default(compute_margin, sliders, ItemMargin(None, is_clear=False))
    if not is_free(picture.scene, picture.view.position):
        problem = "the camera is in or too close to a house, or below the ground"
    elif answer is None:
        problem = "not exactly one of the options is true"
    else:
        problem = "" if margin.is_clear else "not clear enough to be asked"
    return ItemTruth(
        TASKS[kind].title,
        sliders.question,
        (CaseQuestion(kind, sliders.options),),
        {kind: answer} if answer else {},
        _compute_or_default(find_image_plane_letter, sliders, ""),
        margin.value,
        problem,
    )


def render_images(kind: str, item: str, values: Values) -> tuple[bytes, ...]:
    """See `LabItems.render_images`."""
    return (encode_png(compose_image(_apply_sliders(kind, item, values))),)
