"""Plain names of a case among those of its group, from its stored slot, and how slots of 3DSRBench are stored."""

import re
from typing import NamedTuple

_SCENE_SLOT = re.compile(
    r"(?P<scene>\d+), (?P<view>\w+), (?P<wording>first|reversed)(?P<mirrored>, mirrored)?(?:-(?P<shift>\d+))?"
)
_ROTATED_SLOT = re.compile(r"(?P<base>.+)-r(?P<shift>\d+)")
"""A slot with the mark that `circular.rotate_options` adds."""

_CIRCLES_SLOT = re.compile(r"(?P<task>touching|overlapping) (?P<width_px>\d+)")
"""A slot of BlindTest's circles."""


class SlotName(NamedTuple):
    """The name of a case in its group.

    Attributes:
        name: a title.
        detail: what else distinguishes the case from others with the same name; may be empty.
    """

    name: str
    detail: str = ""


def format_scene_slot(scene: int, view: str, *, is_reversed: bool, is_mirrored: bool) -> str:
    """Return the stored slot of a question of 3DSRBench about a scene, with its options in their own order.

    Args:
        scene: number of the scene in its pair.
        view: `common` or `uncommon`.
        is_reversed: whether the question is asked the other way round.
        is_mirrored: whether the image is mirrored.
    """
    return f"{scene}, {view}, {'reversed' if is_reversed else 'first'}{', mirrored' if is_mirrored else ''}"


def name_slot(slot: str) -> SlotName:
    """Return the plain name of a stored slot; a slot of another form names itself."""
    if match := _SCENE_SLOT.fullmatch(slot):
        changes = (
            "question reversed" if match["wording"] == "reversed" else "",
            "mirrored" if match["mirrored"] else "",
            describe_shift(match["shift"]) if match["shift"] else "",
        )
        return SlotName(
            f"Layout\u00a0{match['scene']}, {match['view']} view", ", ".join(filter(None, changes)) or "original"
        )
    if match := _ROTATED_SLOT.fullmatch(slot):
        return SlotName(match["base"], describe_shift(match["shift"]))
    if match := _CIRCLES_SLOT.fullmatch(slot):
        return SlotName(f"{match['task']}, {match['width_px']} px")
    return SlotName(slot)


def describe_shift(n_places: str) -> str:
    """Describe by how many places the options are shifted, as the factor `Options shifted by` has it."""
    return f"options shifted by {n_places}"
