"""The result of an equation that ends a reply: "3 + 1 = 4.", also in LaTeX's aligned lines."""

import re
from collections.abc import Sequence

from core.parsing.choice.option_text import OptionMention, match_option

MAX_EQUATION_CHARACTERS = 400
MAX_SENTENCES_WITHOUT_END = 2
"""Maximum number of sentences without an end mark; in longer replies, digits may be missing because of a cut."""

_END = re.compile(r"(?:\\end\{[a-z]{1,12}\*?\}|\\[\])]|[$.!*_`\s}]){0,12}\Z")
_EQUALS = re.compile(r"(?:=|≈|\\approx|\\Rightarrow|⇒)\s?&?")
_JOINED = re.compile(r",?\s(?:or|and|while|whereas)\s")
_BARE_LETTER = re.compile(r"(?:.*[\s,;:])?\(?([A-Z])\)?\s*", re.DOTALL)


def find_equation_result(text: str, options: Sequence[str], letters: str, n_sentences: int) -> OptionMention | None:
    """Return the option after the last equals sign if it ends the reply.

    "C = 60°" names an angle or an option: if option C has another text, it is not read.

    Args:
        text: a plain text.
        options: their texts in the order of their letters.
        letters: of the options.
        n_sentences: number of sentences in the text.
    """
    window_start = max(len(text) - MAX_EQUATION_CHARACTERS, 0)
    end = _END.search(text, window_start)
    stop = end.start() if end else len(text)
    if n_sentences > MAX_SENTENCES_WITHOUT_END and not text[stop:].strip():
        return None
    signs = [*_EQUALS.finditer(text, window_start, stop)]
    if not signs or "\n" in text[signs[-1].end() : stop].strip():
        return None
    start = signs[-1].end()
    start += len(text[start:stop]) - len(text[start:stop].lstrip())
    letter = match_option(text[start:stop], options)
    if letter is None:
        return None
    left = text[signs[-2].end() if len(signs) > 1 else window_start : signs[-1].start()]
    match = _JOINED.search(left)
    if match and match_option(left[: match.start()], options) not in (None, letter):
        return None
    name = _BARE_LETTER.fullmatch(left) if len(signs) == 1 else None
    if name is not None and name[1] in letters and name[1] != letter:
        return None
    return OptionMention(start, stop, letter)
