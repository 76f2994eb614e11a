"""Items about the symmetry of solids."""

from collections.abc import Collection

from core.benchmarks.giq.items import SYMMETRY, Item
from core.benchmarks.giq.symmetry import ALIKE, NO, QUESTIONS, YES, answer_of, overlap_when_turned
from core.benchmarks.giq.viewpoints import View, generator, view
from core.polyhedra.catalogue import GROUPS, Group, catalogue, ids_of


def solids_asked(groups: Collection[Group] = GROUPS) -> tuple[str, ...]:
    """All but Johnson's, as in the paper."""
    return ids_of([group for group in groups if group != "johnson"])


def items(seed: int, groups: Collection[Group] = GROUPS) -> list[Item]:
    """The three questions about the first view of each solid; for each answer both letters are right equally often.

    Args:
        seed: of the set.
        groups: of solids.
    """
    found = []
    for label in QUESTIONS:
        for answer in (YES, NO):
            own = [shape_id for shape_id in solids_asked(groups) if answer_of(shape_id, label) == answer]
            order = generator("symmetry", seed, label, answer).permutation(len(own)).tolist()
            found += [
                _item(shape_id, label, answer, view(shape_id, 0, seed), is_yes_first=place % 2 == 0)
                for shape_id, place in zip(own, order, strict=True)
            ]
    return found


def _item(shape_id: str, label: str, answer: str, seen: View, *, is_yes_first: bool) -> Item:
    entry = catalogue()[shape_id]
    overlap = round(overlap_when_turned(seen, label), 4)
    return Item(
        item_id=f"{SYMMETRY}-{label}-{shape_id}",
        task=SYMMETRY,
        question_id=label,
        group_id=shape_id,
        views=(seen,),
        question=QUESTIONS[label],
        options=(YES, NO) if is_yes_first else (NO, YES),
        answer=answer,
        foil=YES if overlap >= ALIKE else NO,
        numbers={"outline_overlap": overlap},
        factors={"solid_group": entry.group, "family": entry.family, "right_is": answer.lower()},
    )
