"""Options in a prompt as it was sent: the only order that the model certainly saw."""

import re

from core.benchmarks.choice.items import FEWEST_OPTIONS, LETTERS
from core.benchmarks.choice.option_splitting import LINE_OPTION

_PICTURES = re.compile(r"\A(?:\s*<image>)+\s*")


def find_options(prompt: str) -> tuple[str, ...] | None:
    """Return the texts of the last lines that are lettered A, B, C ... without a gap; None if there are fewer than two.

    Return None also if an option continues on the next line, since its text would be cut.
    """
    return _find_last_list(prompt)[1]


def extract_question(prompt: str) -> str:
    """Return the text before those lines, which is the same for any order of options; else the whole prompt.

    Placeholders of images, which some programs write before the words, are left out.
    """
    prompt = _PICTURES.sub("", prompt, count=1)
    start, options = _find_last_list(prompt)
    before = "\n".join(prompt.split("\n")[:start]).strip()
    return before if options and before else prompt


def _find_last_list(prompt: str) -> tuple[int, tuple[str, ...] | None]:
    """Return the line at which the last list of options begins, and its texts."""
    found: list[str] = []
    start = 0
    is_whole = True
    is_open = False
    for number, line in enumerate(prompt.split("\n")):
        option = LINE_OPTION.fullmatch(line.strip())
        letter = option[1] if option else ""
        if option and letter == LETTERS[0]:
            found, start, is_whole, is_open = [option[2]], number, True, True
        elif option and len(found) < len(LETTERS) and found and letter == LETTERS[len(found)]:
            is_whole = is_whole and is_open
            found.append(option[2])
        elif line.strip():
            is_open = False
    return start, tuple(found) if is_whole and len(found) >= FEWEST_OPTIONS else None
