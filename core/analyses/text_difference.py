"""Words that only one of two texts has, for pages that show two replies or prompts side by side."""

import re
from difflib import SequenceMatcher

Pieces = list[tuple[str, str]]
"""Pieces of a text in order: each a text, and `ONLY_HERE` if the other text lacks it, else an empty text."""

ONLY_HERE = "only in this text"

MAX_WORDS = 1500
"""Number of words and signs from which texts are compared line by line, because the time grows with its square."""

_WORD = re.compile(r"\s+|\w+|[^\w\s]")


def split_at_differences(first: str, second: str) -> tuple[Pieces, Pieces]:
    """Split two texts into pieces that both have in the same order and pieces that only one has.

    The pieces of each result join to the whole text. Texts are compared word by word, long ones line by line.
    Source: `difflib.SequenceMatcher` (Ratcliff and Obershelp, 1988).

    Args:
        first: a text.
        second: the text that it is compared with.
    """
    words = _WORD.findall(first), _WORD.findall(second)
    if max(map(len, words)) > MAX_WORDS:
        words = first.splitlines(keepends=True), second.splitlines(keepends=True)
    first_pieces: Pieces = []
    second_pieces: Pieces = []
    for tag, start, stop, other_start, other_stop in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        evidence = "" if tag == "equal" else ONLY_HERE
        if stop > start:
            first_pieces.append(("".join(words[0][start:stop]), evidence))
        if other_stop > other_start:
            second_pieces.append(("".join(words[1][other_start:other_stop]), evidence))
    return first_pieces, second_pieces
