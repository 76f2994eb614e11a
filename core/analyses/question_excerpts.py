"""Excerpts of questions for tiles: the parts in which they differ, without their options."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate

from core.formatting import to_single_line

MAX_CHARACTERS = 110
"""Maximum number of characters of an excerpt."""

MIN_SHARED = 15
"""Number of characters from which a sentence or a beginning that several questions have is left out."""

MIN_ALIKE = 3
"""Number of questions from which a common beginning is left out."""

CONTEXT_WORDS = 3
"""Number of words of a common beginning that are kept before the part that differs."""

_SENTENCE_END = re.compile(r"(?<=[.?!:])\s+")
_OPTIONS = re.compile(r"\s*\b(?:options|choices)\s*:.*$|\s+\(?A[).:]\s.*$", re.IGNORECASE | re.DOTALL)
_OPTIONS_HEADING = re.compile(r"\s*\b(?:options|choices)\s*:\s*$", re.IGNORECASE)


def strip_options_heading(text: str) -> str:
    """Return a question without a last line that only announces the options, which pages show below it."""
    return _OPTIONS_HEADING.sub("", text)


def build_excerpts(texts: Mapping[str, str]) -> dict[str, str]:
    """Return an excerpt per question, cut at a word: its own sentences, from where they differ from other questions.

    Args:
        texts: the questions as asked, by case.
    """
    lines = {case_id: to_single_line(_OPTIONS.sub("", text)) or to_single_line(text) for case_id, text in texts.items()}
    distinct = list(dict.fromkeys(lines.values()))
    own_parts = dict(zip(distinct, _drop_shared_sentences(distinct), strict=True))
    starts = Counter(start for line in set(own_parts.values()) for start in _list_starts(line))
    return {case_id: _shorten(_shorten_start(own_parts[line], starts)) for case_id, line in lines.items()}


def _drop_shared_sentences(lines: Sequence[str]) -> list[str]:
    """Return each line without the long sentences that other lines have too, unless nothing else is left of a line.

    A shared sentence that is a whole line elsewhere stays, since it is the question itself.
    """
    split = [_SENTENCE_END.split(line) for line in lines]
    counts = Counter(sentence for sentences in split for sentence in set(sentences) if len(sentence) >= MIN_SHARED)
    shared = {sentence for sentence, n_lines in counts.items() if n_lines > 1}.difference(lines)
    remainders = [" ".join(sentence for sentence in sentences if sentence not in shared) for sentences in split]
    return [rest or line for rest, line in zip(remainders, lines, strict=True)]


def _shorten_start(line: str, starts: Mapping[str, int]) -> str:
    """Return the line from the last few words with which others begin too; the whole line if that saves little.

    Args:
        line: one of the lines.
        starts: number of lines by the words with which they begin.
    """
    alike = [start for start in _list_starts(line) if starts[start] >= MIN_ALIKE]
    skipped = " ".join(alike[-1].split()[:-CONTEXT_WORDS]) if alike else ""
    return f"…{line[len(skipped) :]}" if len(skipped) >= MIN_SHARED else line


def _list_starts(line: str) -> list[str]:
    """Return the first word of a line, its first two words, and so on, without the whole line."""
    return list(accumulate(line.split()[:-1], "{} {}".format))


def _shorten(line: str) -> str:
    if len(line) <= MAX_CHARACTERS:
        return line
    return line[:MAX_CHARACTERS].rsplit(" ", 1)[0].rstrip(" ,.;:") + " …"
