"""Aggregations in SQL, by group and any other columns, so that pages do not read single answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from core.errors import WarehouseError
from core.records import COUNTED, NEARER_TO_FOIL, NEARER_TO_TRUTH, RUN_COLUMNS, Scored
from core.warehouse.sql import COMMON, read_sql

if TYPE_CHECKING:
    from core.benchmarks.data import Contrast

EFFECT = "effect"
"""The score minus the mean score of the answer's twins; null without twins, and for the twins themselves."""

BESIDE_BLIND = EXCESS, BLIND_RELIANCE = "excess", "blind_reliance"
"""Reliance beyond that of the constant baseline on the same case and question, and that baseline's reliance."""

Summed = Literal["answers", "sets", "pairs", "replies"]
"""What is aggregated: answers; the answers of runs within sets of cases; pairs of answers of two runs; or replies, per
kind of contradiction. `sql/common/sums` has one file for each."""


def _build_in_clause(labels: Sequence[str]) -> str:
    return f"fits in ({', '.join(map(_quote_text, labels))})"


def _quote_text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


VALUES: Mapping[str, str] = {
    **{
        name: name
        for name in ("score", "foil_score", "corrected_score", "reliance", "skill", "foil_skill", EFFECT, *BESIDE_BLIND)
    },
    "correction": "corrected_score - score",
    "is_unreadable": "(status <> 'ok')::double",
    "is_nearer_to_foil": (
        f"case when {_build_in_clause(NEARER_TO_FOIL)} then 1.0 when {_build_in_clause(NEARER_TO_TRUTH)} then 0.0 end"
    ),
}
"""Values that can be aggregated over answers, as SQL over `scored_answers`."""

_SCORES: Mapping[Scored, str] = {"truth": "score", "foil": "foil_score"}
_COLUMNS_OF_PAIRS = ("case_id", "question_id", "question_kind")
_BY: Mapping[Summed, tuple[str, ...]] = {
    "sets": (*RUN_COLUMNS, "question_id", "group_id", "protocol", "set_id"),
    "pairs": ("first", "second"),
    "replies": (*RUN_COLUMNS, "group_id", "kind"),
}
"""Grouping columns that exist in addition to the columns of answers, which answers and pairs have."""

_VALUES_OF: Mapping[Summed, tuple[str, ...]] = {
    "sets": (
        *(f"{name}{bound}" for name in ("binary", "graded", "stable") for bound in ("", "_least", "_most")),
        "mirrored", "first", "every", "repeated_guess",
    ),
    "pairs": ("first_score", "second_score", "difference", "both", "only_first", "only_second", "none", "flipped"),
    "replies": ("shows",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Aggregation:
    """Values to aggregate and the columns to group by; `core.warehouse.aggregation_presets` builds the common ones.

    Attributes:
        by: columns whose combinations are the rows; include group_id if intervals are computed from the sums.
        values: names of the aggregated values.
        of: source of these columns and values.
        contrasts: the contrast of `EFFECT`, then all others; empty if `EFFECT` is not aggregated.
        against: truth or foil whose scores count, for pairs and for rescored answers.
        changed: cases, questions and codes of alternative true classes, against which answers and pairs are rescored.
        given: parameters of the SQL file beside the filters, by name.
        rules: the questions that a reply must have answered to show a contradiction, by kind.
    """

    by: tuple[str, ...]
    values: tuple[str, ...]
    of: Summed = "answers"
    contrasts: "tuple[Contrast, ...]" = ()
    against: Scored = "truth"
    changed: tuple[tuple[str, str, float], ...] = ()
    given: tuple[tuple[str, float], ...] = ()
    rules: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def parameters(self) -> dict[str, object]:
        """Parameters of the query beside the filters."""
        rules = [{"rule": rule, "needed": list(needed)} for rule, needed in self.rules]
        changed = [{"case_id": case, "question_id": question, "code": code} for case, question, code in self.changed]
        lists = {name: rows for name, rows in (("rules", rules), ("changed", changed)) if rows}
        return {**dict(self.given), **lists}


def build_aggregation_sql(columns: Sequence[str], sums: Aggregation) -> str:
    """Return the SQL of an aggregation.

    Args:
        columns: of `scored_answers`.
        sums: the aggregation.

    Raises:
        WarehouseError: a column or value does not exist.
    """
    known = {*_BY.get(sums.of, ()), *(columns if sums.of in ("answers", "pairs") else ())}
    named = [*sums.by, *(contrast.factor for contrast in sums.contrasts)]
    values = VALUES if sums.of == "answers" else {name: f'"{name}"' for name in _VALUES_OF[sums.of]}
    is_unknown = not known.issuperset(named) or not values.keys() >= set(sums.values)
    is_beside_blind = sums.of == "answers" and not set(BESIDE_BLIND).isdisjoint(sums.values)
    if is_unknown or (EFFECT in sums.values) != bool(sums.contrasts) or (sums.contrasts and is_beside_blind):
        raise WarehouseError(f"{sums.of} cannot be summed by {', '.join(sums.by)} for {', '.join(sums.values)}")
    counted = "effects" if sums.contrasts else "beside_blind" if is_beside_blind else sums.of
    files = [*(["rescored"] if sums.changed else []), counted]
    places = {
        "{counted}": ",\n\n".join(read_sql(COMMON / "sums" / f"{name}.sql").strip() for name in files),
        "{answers}": "rescored" if sums.changed else "selected_answers($filters)",
        "{keys}": _quote_columns(sums.by),
        "{numbers}": "count(*) as answers, count(*) filter (status <> 'ok') as unreadable"
        if sums.of == "answers"
        else f"count(*) as {sums.of}",
        "{values}": "".join(
            f',\n    fsum({values[name]}) as "{name}",\n    count({values[name]}) as {COUNTED.format(name)}'
            for name in sums.values
        ),
        **_build_side_placeholders(sums.contrasts),
        **_build_pair_placeholders(sums),
    }
    sql = read_sql(COMMON / "sums" / "aggregate_by_levels.sql")
    for place, text in places.items():
        sql = sql.replace(place, text)
    return sql


def _quote_columns(names: Sequence[str], table: str = "") -> str:
    return ", ".join(f'{table}"{name}"' for name in names)


def _build_pair_placeholders(sums: Aggregation) -> dict[str, str]:
    own = list(dict.fromkeys(name for name in (*_COLUMNS_OF_PAIRS, *sums.by) if name not in _BY["pairs"]))
    return {
        "{own_columns}": _quote_columns(own),
        "{columns_of_first}": _quote_columns(own, "ours."),
        "{score}": _SCORES[sums.against],
    }


def _build_side_placeholders(contrasts: "Sequence[Contrast]") -> dict[str, str]:
    others = range(1, len(contrasts))
    sides = [
        f"{_build_side_case(contrast)} as side{f'_{index}' if index else ''}"
        for index, contrast in enumerate(contrasts)
    ]
    return {
        "{sides}": "".join(f",\n        {side}" for side in sides),
        "{other_sides}": "".join(f", side_{place} as twin_side_{place}" for place in others),
        "{same_sides}": "".join(
            f"\n        and twin_side_{place} is not distinct from side_{place}" for place in others
        ),
    }


def _build_side_case(contrast: "Contrast") -> str:
    levels = [*((level, "first") for level in contrast.first), *((level, "second") for level in contrast.second)]
    cases = " ".join(f"when {_quote_text(level)} then '{side}'" for level, side in levels)
    return f'case "{contrast.factor}"::varchar {cases} end'
