"""Sums over answers in SQL, by group and by whatever slices them, so that a page reads no single answer."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.errors import WarehouseError
from core.records import COUNTED, NEARER_TO_FOIL, NEARER_TO_TRUTH
from core.warehouse.sql import COMMON, read_sql

if TYPE_CHECKING:
    from core.benchmarks.contents import Contrast

EFFECT = "effect"
"""The score minus the mean score of the answer's twins; null without twins, and for twins."""


def _one_of(labels: Sequence[str]) -> str:
    return f"fits in ({', '.join(map(_text, labels))})"


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


VALUES: Mapping[str, str] = {
    **{name: name for name in ("score", "foil_score", "reliance", "skill", "foil_skill", EFFECT)},
    "is_unreadable": "(status <> 'ok')::double",
    "is_nearer_to_foil": f"case when {_one_of(NEARER_TO_FOIL)} then 1.0 when {_one_of(NEARER_TO_TRUTH)} then 0.0 end",
}
"""What can be summed, as SQL over `scored_answers`."""


def sums_sql(
    columns: Sequence[str], by: Sequence[str], values: Sequence[str], contrasts: "Sequence[Contrast]" = ()
) -> str:
    """The text of a query of sums.

    Args:
        columns: of `scored_answers`.
        by: those whose combinations are the rows.
        values: names of `VALUES`.
        contrasts: the one that `EFFECT` is of, then all others; none where it is not summed.

    Raises:
        WarehouseError: there is no such column or value.
    """
    named = [*by, *(contrast.factor for contrast in contrasts)]
    unknown = [name for name in named if name not in columns] + [name for name in values if name not in VALUES]
    if unknown or (EFFECT in values) != bool(contrasts):
        raise WarehouseError(f"answers cannot be summed by {', '.join(by)} for {', '.join(values)}")
    own, others = list(contrasts[:1]), range(1, len(contrasts))
    sides = [f"{_side_of(contrast)} as side_{place}" for place, contrast in enumerate(contrasts) if place]
    sides = [f"{_side_of(contrast)} as side" for contrast in own] + sides
    places = {
        "{sides}": "".join(f",\n        {side}" for side in sides or ["null as side"]),
        "{other_sides}": "".join(f", side_{place} as twin_side_{place}" for place in others),
        "{same_sides}": "".join(
            f"\n        and twin_side_{place} is not distinct from side_{place}" for place in others
        ),
        "{keys}": ", ".join(f'"{name}"' for name in by),
        "{values}": "".join(
            f",\n    fsum({VALUES[name]}) as {name},\n    count({VALUES[name]}) as {COUNTED.format(name)}"
            for name in values
        ),
        "{answers}": "answers" if contrasts else "selected",
    }
    sql = read_sql(COMMON / "sums" / "sums.sql")
    for place, text in places.items():
        sql = sql.replace(place, text)
    return sql


def _side_of(contrast: "Contrast") -> str:
    levels = [*((level, "first") for level in contrast.first), *((level, "second") for level in contrast.second)]
    cases = " ".join(f"when {_text(level)} then '{side}'" for level, side in levels)
    return f'case "{contrast.factor}"::varchar {cases} end'
