"""The first object of a file of JSON lines, by which its form is recognised."""

from itertools import islice
from pathlib import Path
from typing import Any

from core.logs.json_lines import rows_of

LINES = 5
"""So many of the first rows may be broken."""


def first_object(path: Path, head: bytes, sign: bytes) -> dict[str, Any]:
    """The first object of the file; an empty one where it does not begin with one, or the sign is not in its head.

    Args:
        path: the file.
        head: its first bytes.
        sign: what stands in the first rows of the form that is looked for; other files are not read.
    """
    if not head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{") or sign not in head:
        return {}
    return next((row for _, row in islice(rows_of(path), LINES) if isinstance(row, dict)), {})
