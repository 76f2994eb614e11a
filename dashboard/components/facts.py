"""Small tables of facts side by side: names and values."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.formatting import to_single_line
from dashboard.components.mount import Part, create_component
from dashboard.runtime.session_state import ElementKey

_FACTS = create_component("facts", "element")


@dataclass(frozen=True, slots=True)
class FactTable:
    """One table.

    Attributes:
        values: pairs of a name and its value.
        note: a note below them.
        folded: further pairs, behind a line that opens them.
        folded_title: of that line.
        title: above the table; empty for none.
    """

    values: Sequence[tuple[str, str]] = ()
    note: str = ""
    folded: Sequence[tuple[str, str]] = ()
    folded_title: str = ""
    title: str = ""


def build_facts(tables: Sequence[FactTable], key: ElementKey) -> Part:
    """Build tables side by side, stacked if they do not fit.

    A single element contains them all, since each Streamlit table costs the browser a tenth of a second and
    a megabyte of scripts.

    Args:
        tables: from left to right; texts are shown unchanged, on one line.
        key: of the component.
    """
    rows = [
        {
            "values": _to_single_lines(table.values),
            "note": to_single_line(table.note),
            "folded": _to_single_lines(table.folded),
            "folded_title": table.folded_title,
            "title": table.title,
        }
        for table in tables
    ]
    return Part(_FACTS, key, {"tables": rows})


def _to_single_lines(values: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(to_single_line(name), to_single_line(value)) for name, value in values]
