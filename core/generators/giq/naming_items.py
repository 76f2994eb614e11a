"""Items that ask for the name of a solid."""

from collections.abc import Collection
from dataclasses import replace

from core.benchmarks.giq.items import NAMING, Item
from core.benchmarks.giq.naming import ASKED, ASKED_OF_THREE, NAME, THREE
from core.benchmarks.giq.naming_rules import PICTURES_OF_THREE, face_band
from core.benchmarks.giq.viewpoints import view, views_of
from core.polyhedra.catalogue import GROUPS, Group, catalogue, ids_of


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


def items_of_three(seed: int, groups: Collection[Group] = GROUPS) -> list[Item]:
    """The first three views of each solid in one message; the first of them is asked about alone too.

    Args:
        seed: of the set.
        groups: of solids.

    Source: GIQ, zero-shot classification, multi-view inputs; which views are canonical the paper does not say.
    """
    return [
        replace(
            _item(shape_id, 0, seed),
            item_id=f"{NAMING}-three-{shape_id}",
            question_id=THREE,
            views=views_of(shape_id, seed, PICTURES_OF_THREE),
            question=ASKED_OF_THREE,
        )
        for shape_id in ids_of(groups)
    ]


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
