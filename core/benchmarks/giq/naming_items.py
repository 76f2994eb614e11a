"""Naming: one picture of a solid, its name in free text."""

from collections.abc import Collection

from core.benchmarks.giq.items import NAMING, Item
from core.benchmarks.giq.naming import ASKED, NAME
from core.benchmarks.giq.views import view
from core.polyhedra.catalogue import GROUPS, Group, catalogue, ids_of

FACE_BANDS = {0: "up to 10", 11: "11 to 20", 21: "21 to 40", 41: "41 and more"}
"""Lowest number of faces by band."""


def items(seed: int, views: int, groups: Collection[Group] = GROUPS) -> list[Item]:
    """Views of all solids in turn.

    Args:
        seed: of the set.
        views: of each solid; of Johnson's solids one, since they are nearly half of all.
        groups: of solids.
    """
    return [
        _item(shape_id, number, seed)
        for number in range(views)
        for shape_id in ids_of(groups)
        if number == 0 or catalogue()[shape_id].group != "johnson"
    ]


def face_band(n_faces: int) -> str:
    """The band of a number of faces."""
    return [band for low, band in FACE_BANDS.items() if n_faces >= low][-1]


def _item(shape_id: str, number: int, seed: int) -> Item:
    entry = catalogue()[shape_id]
    return Item(
        item_id=f"{NAMING}-{shape_id}-{number + 1}",
        task=NAMING,
        question_id=NAME,
        group_id=shape_id,
        views=(view(shape_id, number, seed),),
        question=ASKED,
        options=(),
        answer=shape_id,
        factors={
            "solid_group": entry.group,
            "family": entry.family,
            "convex": "convex" if entry.is_convex else "not convex",
            "faces": face_band(entry.counts[2]),
        },
    )
