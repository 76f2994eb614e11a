"""The words before a statement: whether they set it aside (a comparison, a confidence, a condition) or correct it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from core.parsing.patterns import load_patterns

MAX_CONTEXT = 300

_PATTERNS = load_patterns(__file__, "statement_context.toml")
_ASIDE = _PATTERNS["aside"]
_WEAK_ASIDE = _PATTERNS["weak_aside"]
_CORRECTION = _PATTERNS["correction"]
_ANSWER = _PATTERNS["answer"]
_WORD = re.compile(r"[^\W\d_]{2,}")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_FENCE = re.compile(r"```\w*")
_SENTENCE_END = re.compile(
    r"[.!?](?=\s|[*_\"')\]])(?:[*_\"')\]]*)\s+|[;；。！？]\s*|(?<=[^\d\s]),\s+(?=(?:but|after|with)\b)"
)


_NEVER_AN_ANSWER = re.compile(r"\b(?:confidence|draft|(?<![./\w-])example(?![./-]))\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StatementContext:
    """The words that introduce a statement.

    Attributes:
        words: of its own sentence, or of the heading above its list; empty if there are none.
        is_prose: whether they precede it on the same line.
    """

    words: str = ""
    is_prose: bool = False

    @property
    def is_correction(self) -> bool:
        """Return whether they mark an earlier statement as wrong."""
        return _CORRECTION.search(self.words) is not None and not self._is_strong_aside

    @property
    def is_aside(self) -> bool:
        """Return whether they indicate that the following value is not the answer."""
        if self._is_strong_aside:
            return True
        is_weak = _WEAK_ASIDE.search(self.words) is not None
        return is_weak and not (_CORRECTION.search(self.words) or _ANSWER.search(self.words))

    @property
    def is_conclusion(self) -> bool:
        """Return whether they indicate that the following value is the answer."""
        return _ANSWER.search(self.words) is not None

    @property
    def is_never_an_answer(self) -> bool:
        """Return whether they set it aside so that it is not an answer even if the reply states nothing else."""
        return self.is_aside and _NEVER_AN_ANSWER.search(self.words) is not None

    @property
    def _is_strong_aside(self) -> bool:
        matches = [*_ASIDE.finditer(self.words)]
        return bool(matches) and _ANSWER.search(self.words, matches[-1].end()) is None


class TextSpan(Protocol):
    """A statement with its span in a text."""

    @property
    def start(self) -> int:
        """Return its start."""

    @property
    def stop(self) -> int:
        """Return its end."""


def describe_contexts(text: str, statements: Iterable[TextSpan], begin: int = 0) -> list[StatementContext]:
    """Return the context of each statement, in order, looking back no further than `begin`. It takes linear time.

    A heading introduces a whole list; an object after a blank line is not an item of the list above it.
    """
    contexts: list[StatementContext] = []
    floor, context = begin, StatementContext()
    kind: type[TextSpan] | None = None
    for statement in statements:
        gap = _FENCE.sub("", text[max(floor, statement.start - MAX_CONTEXT) : statement.start])
        lines = gap.split("\n")
        if len(lines) == 1 and contexts:
            context = _continue_line(context, gap)
        elif _WORD.search(lines[-1]):
            context = StatementContext(_extract_last_sentence(lines[-1]), is_prose=True)
        else:
            headings = [
                line for line in (lines[1:-1] if contexts else lines[:-1]) if _WORD.search(line) and line.count("|") < 2
            ]
            is_next_block = kind not in (None, type(statement)) and _BLANK_LINE.search(gap) is not None
            heading = "" if is_next_block else context.words
            context = StatementContext(_extract_last_sentence(headings[-1]) if headings else heading)
        contexts.append(context)
        floor, kind = statement.stop, type(statement)
    return contexts


def _continue_line(context: StatementContext, gap: str) -> StatementContext:
    """Return the context of a statement after another one on the same line."""
    sentence_ends = [*_SENTENCE_END.finditer(gap)]
    if sentence_ends and _WORD.search(gap, sentence_ends[-1].end()):
        return StatementContext(gap[sentence_ends[-1].end() :], is_prose=True)
    if sentence_ends:
        return StatementContext(is_prose=context.is_prose)
    return StatementContext((context.words + " " + gap)[-MAX_CONTEXT:], context.is_prose)


def _extract_last_sentence(line: str) -> str:
    """Return the last sentence of a line that contains words."""
    line = line.rstrip()
    start = 0
    for match in _SENTENCE_END.finditer(line):
        if _WORD.search(line, match.end()):
            start = match.end()
    return line[start:]
