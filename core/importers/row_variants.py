"""Rows made of one question, identified by ids as 3DSRBench writes them: options rotated, images mirrored.

Source: docs/using/importing.md; layout of the released tables as listed in docs/benchmarks/threedsr.md.
"""

from collections.abc import Iterable

from core.benchmarks.threedsr.row_ids import read_id
from core.importers.records import RowVariant

_NUMBERED_FIRST = "-0"
"""Suffix of the first pass, which some tables number too."""


def find_variant(texts: Iterable[str]) -> RowVariant | None:
    """Parse the first id with a suffix: `-flip` for the mirrored image, `-1` for a rotation; None without one."""
    for text in texts:
        found = read_id(text.removesuffix(_NUMBERED_FIRST))
        if found and (found.turn or found.is_flipped):
            return RowVariant(found.base, found.turn, found.is_flipped)
    return None


def list_base_ids(texts: Iterable[str]) -> list[str]:
    """Return the texts that may be the id of a question in its first order and with its own image, each once."""
    plain = (text.removesuffix(_NUMBERED_FIRST) for text in texts)
    return list(dict.fromkeys(text for text in plain if (found := read_id(text)) and str(found) == found.base))
