"""A reader of JSON lines, row by row in little memory, whatever a line holds.

Only a line feed ends a line: strings of real logs contain raw U+2028, U+0085 and lone carriage returns.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.importers.json_text import parse_json

MAX_LINE_BYTES = 64 * 2**20
"""Maximum length of a line; a row with embedded images is shorter. Longer ones are refused unread."""

_BOM = b"\xef\xbb\xbf"


def read_json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Yield the number of each line that is not blank, from 1, and its object, or the reason why it has none.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        number = 0
        while line := file.readline(MAX_LINE_BYTES + 1):
            number += 1
            if len(line) > MAX_LINE_BYTES:
                while line and not line.endswith(b"\n"):
                    line = file.readline(MAX_LINE_BYTES)
                yield number, f"the line is longer than {MAX_LINE_BYTES // 2**20} MiB"
            elif text := line.removeprefix(_BOM if number == 1 else b"").strip():
                yield number, parse_json_object(text)


def parse_json_object(text: bytes) -> dict[str, Any] | str:
    """Parse a JSON object, or return the reason why the text is not one."""
    try:
        value = parse_json(text)
    except ValueError as error:
        return str(error)
    return value if isinstance(value, dict) else "not a JSON object"
