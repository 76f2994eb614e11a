"""Items that ask for the name of a solid."""

from collections.abc import Collection
from dataclasses import replace

from core.benchmarks.giq.items import NAMING, PolyhedronItem
from core.benchmarks.giq.naming import ASKED, ASKED_OF_THREE, NAME, THREE
from core.benchmarks.giq.naming_rules import PICTURES_OF_THREE, get_face_band
from core.benchmarks.giq.viewpoints import list_views, sample_view
from core.polyhedra.catalogue import GROUPS, Group, list_solid_ids, load_catalogue


def build_items(seed: int, views: int, groups: Collection[Group] = GROUPS) -> list[PolyhedronItem]:
    """Build views of all solids in turn.

    Args:
        seed: of the set.
        views: per solid; one per Johnson solid, since these are nearly half of all.
        groups: of solids.
    """
    return [
        _build_item(shape_id, number, seed)
        for number in range(views)
        for shape_id in list_solid_ids(groups)
        if number == 0 or load_catalogue()[shape_id].group != "johnson"
    ]


def build_three_view_items(seed: int, groups: Collection[Group] = GROUPS) -> list[PolyhedronItem]:
    """Build the first three views of each solid in one message; the first of them is also asked about alone.

    Args:
        seed: of the set.
        groups: of solids.

    Source: GIQ, zero-shot classification, multi-view inputs; the paper does not state which views are canonical.
    """
    return [
        replace(
            _build_item(shape_id, 0, seed),
            item_id=f"{NAMING}-three-{shape_id}",
            question_id=THREE,
            views=list_views(shape_id, seed, PICTURES_OF_THREE),
            question=ASKED_OF_THREE,
        )
        for shape_id in list_solid_ids(groups)
    ]


def _build_item(shape_id: str, number: int, seed: int) -> PolyhedronItem:
    entry = load_catalogue()[shape_id]
    return PolyhedronItem(
        item_id=f"{NAMING}-{shape_id}-{number + 1}",
        task=NAMING,
        question_id=NAME,
        group_id=shape_id,
        views=(sample_view(shape_id, number, seed),),
        question=ASKED,
        options=(),
        answer=shape_id,
        factors={
            "solid_group": entry.group,
            "family": entry.family,
            "convex": "convex" if entry.is_convex else "not convex",
            "faces": get_face_band(entry.counts[2]),
        },
    )
