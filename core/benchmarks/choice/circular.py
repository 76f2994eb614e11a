"""CircularEval and pairs: questions repeated with their options rotated, and questions that count together."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from core.benchmarks.cases import CaseSet
from core.benchmarks.choice.items import LETTERS, ChoiceItem
from core.benchmarks.choice.option_references import RotationPlan
from core.benchmarks.data import SetProtocol
from core.benchmarks.publications import DEFINED_HERE

_IN_EVERY_ORDER = "in every order of the options"

CIRCULAR = SetProtocol("circular", f"right {_IN_EVERY_ORDER}", "CircularEval, MMBench")
FLIP = SetProtocol("flip", "right in image and mirror image", "FlipEval, 3DSRBench")
_STRICT = f"_{CIRCULAR.protocol}"
"""Suffix of the key of a protocol whose sets include all rotations of another protocol's sets."""

STRICT_FLIP = SetProtocol(FLIP.protocol + _STRICT, f"{FLIP.title}, {_IN_EVERY_ORDER}", FLIP.source)

MARK = "-r"
"""Separator before the number of positions in the id of a rotation."""

ROTATION = "rotation"
"""Key of the factor for the number of positions by which options are rotated; "0" is the table's own order."""


def rotate_options(item: ChoiceItem, k: int, mark: str = MARK, pinned: Collection[int] = ()) -> ChoiceItem:
    """Return the item with option i + k (mod m) shown at position i; the letters of key and foil move with their texts.

    Args:
        item: in the table's own order.
        k: number of positions.
        mark: separates the id from k if k is not 0.
        pinned: indexes of options that keep their position; the others rotate among the remaining positions.

    Source: MMBench, CircularEval; 3DSRBench uses it. Papers give no direction.
    """
    order = list(range(len(item.options)))
    free = [index for index in order if index not in pinned]
    for place, index in enumerate(free):
        order[index] = free[(place + k) % len(free)]
    suffix = f"{mark}{k}" if k else ""
    return replace(
        item,
        item_id=item.item_id + suffix,
        options=tuple(item.options[index] for index in order),
        meanings=tuple(item.meanings[index] for index in order) if item.meanings else (),
        answer=LETTERS[order.index(item.key)],
        foil=LETTERS[order.index(LETTERS.index(str(item.foil)))] if item.foil else "",
        factors={**item.factors, ROTATION: str(k)},
        slot=item.slot + suffix,
        # The mirror image is asked in the same rotation.
        sets={protocol: set_id + suffix for protocol, set_id in item.sets.items()},
    )


def expand_rotations(
    items: Sequence[ChoiceItem], mark: str = MARK, plan: Callable[[Sequence[str]], RotationPlan] | None = None
) -> list[ChoiceItem]:
    """Return the items with all their rotations as further items of the same groups; those of one item are a set.

    For each set that items name, all rotations of all its items are a set, too: 3DSRBench's strict score of a flip.

    Args:
        items: in the table's own order.
        mark: as in `rotate_options`.
        plan: returns which options keep their position, and whether an item is asked in its own order only; by
            default, every option rotates.
    """
    plans = [plan(item.options) if plan and item.options else RotationPlan() for item in items]
    strict = {(case_set.protocol, case_set.set_id) for case_set in build_case_sets(items)}
    return [
        replace(
            one,
            sets={**one.sets, CIRCULAR.protocol: item.item_id}
            | {protocol + _STRICT: set_id for protocol, set_id in item.sets.items() if (protocol, set_id) in strict},
        )
        for item, own in zip(items, plans, strict=True)
        for one in (rotate_options(item, k, mark, own.pinned) for k in range(own.count_orders(len(item.options))))
    ] + [item for item in items if not item.options]


def resolve_protocol(key: str) -> SetProtocol:
    """Return the protocol of a key: a known protocol, one of the table's own, or all rotations of such sets."""
    own = key.removesuffix(_STRICT)
    known = {protocol.protocol: protocol for protocol in (CIRCULAR, FLIP)}
    of_set = known.get(own) or SetProtocol(own, f"right in all of a set of {own.replace('_', ' ')}", DEFINED_HERE)
    return of_set if own == key else SetProtocol(key, f"{of_set.title}, {_IN_EVERY_ORDER}", of_set.source)


def build_case_sets(items: Sequence[ChoiceItem]) -> list[CaseSet]:
    """Return the sets that the items name; a set with a single item is left out."""
    ids: dict[tuple[str, str], list[str]] = {}
    for item in items:
        for protocol, set_id in item.sets.items():
            ids.setdefault((protocol, set_id), []).append(item.item_id)
    return [CaseSet(*key, tuple(own)) for key, own in ids.items() if len(own) > 1]
