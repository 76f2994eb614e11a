"""Options in a prompt as it was sent: the only order that the model certainly saw."""

import re

from core.benchmarks.choice.items import FEWEST_OPTIONS, LETTERS

_LINE = re.compile(r"[(\[]?([A-Z])\s?[.):\]]\s*(\S.*)")
"""An option on a line of its own: `A. text`, `(A) text`, `A) text`, `A: text`."""


def options_in(prompt: str) -> tuple[str, ...] | None:
    """The texts of the last lines that are lettered A, B, C ... without a gap; None where there are fewer than two.

    None also where an option goes on over the next line, since its text would be cut.
    """
    found: list[str] = []
    is_whole = True
    is_open = False
    for line in prompt.split("\n"):
        option = _LINE.fullmatch(line.strip())
        letter = option[1] if option else ""
        if option and letter == LETTERS[0]:
            found, is_whole, is_open = [option[2]], True, True
        elif option and len(found) < len(LETTERS) and found and letter == LETTERS[len(found)]:
            is_whole = is_whole and is_open
            found.append(option[2])
        elif line.strip():
            is_open = False
    return tuple(found) if is_whole and len(found) >= FEWEST_OPTIONS else None
