"""Items about the symmetry of solids."""

from collections.abc import Collection

from core.benchmarks.giq.items import SYMMETRY, PolyhedronItem
from core.benchmarks.giq.symmetry import ALIKE, NO, QUESTIONS, YES, compute_turned_overlap, get_symmetry_answer
from core.benchmarks.giq.viewpoints import SolidView, make_random_generator, sample_view
from core.polyhedra.catalogue import GROUPS, Group, list_solid_ids, load_catalogue


def list_asked_solids(groups: Collection[Group] = GROUPS) -> tuple[str, ...]:
    """List all solids except Johnson's, as in the paper."""
    return list_solid_ids([group for group in groups if group != "johnson"])


def build_items(seed: int, groups: Collection[Group] = GROUPS) -> list[PolyhedronItem]:
    """Ask the three questions about the first view of each solid; each answer has both letters right equally often.

    Args:
        seed: of the set.
        groups: of solids.
    """
    found = []
    for label in QUESTIONS:
        for answer in (YES, NO):
            own = [shape_id for shape_id in list_asked_solids(groups) if get_symmetry_answer(shape_id, label) == answer]
            order = make_random_generator("symmetry", seed, label, answer).permutation(len(own)).tolist()
            found += [
                _build_item(shape_id, label, answer, sample_view(shape_id, 0, seed), is_yes_first=place % 2 == 0)
                for shape_id, place in zip(own, order, strict=True)
            ]
    return found


def _build_item(shape_id: str, label: str, answer: str, view: SolidView, *, is_yes_first: bool) -> PolyhedronItem:
    entry = load_catalogue()[shape_id]
    overlap = round(compute_turned_overlap(view, label), 4)
    return PolyhedronItem(
        item_id=f"{SYMMETRY}-{label}-{shape_id}",
        task=SYMMETRY,
        question_id=label,
        group_id=shape_id,
        views=(view,),
        question=QUESTIONS[label],
        options=(YES, NO) if is_yes_first else (NO, YES),
        answer=answer,
        foil=YES if overlap >= ALIKE else NO,
        numbers={"outline_overlap": overlap},
        factors={"solid_group": entry.group, "family": entry.family, "right_is": answer.lower()},
    )
