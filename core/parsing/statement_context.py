"""The words before a statement: whether they set it aside (a comparison, a confidence, a condition) or correct it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

MAX_CONTEXT = 300

_ASIDE = re.compile(
    r"""\bwould\s+(?:\w+\s+)?(?:be|have|give|need|measure|get|look|read|appear|mean|yield|require|imply)\b
      | \bif\b | \bunless\b | \bsuppos(?:e|ing)\b | \bhypothetical
      | \bwithout\s+(?:\w+\s+){0,2}(?:correct|rectif|perspective|undistort|unwarp) | \buncorrected\b | \bunrectified\b
      | \b(?:not|never)\s+(?:yet\s+)?(?:correct|rectif|adjust|undistort|unwarp)
      | \b(?:for|in|as\ a)\s+(?:comparison|contrast|reference)\b
      | \bcompar(?:e|ed|ison)\b | \bversus\b
      | \bflat\s+(?:picture|image|photo|projection) | \bimage[\s-]plane\b | \b2[\s-]?D\b | \bignoring\b | \bnaive
      | \bconfidence | \bcertainty\b | \buncertain | \bprobabilit | \btolerance | \bmargins?\b
      | \bstandard\s+(?:dev|err)
      | \berrors?\s*(?:bars?|estimates?|margins?)?\s*:?\s*\Z | \b(?:lower|upper)\s+(?:bound|limit)
      | [±] | \bsigma\b
      | (?<![./\w-])example\b(?![./-]) | \be\.g\. | \bfor\s+instance\b | \btypical(?:ly)?\b | \bdraft\b | \bplaceholder
      | \b(?:another|other|different|previous|second|next|earlier|last)\s+
        (?:camera|view|viewpoint|image|picture|photo\w*|triangle)
      | \b(?:ohne|si|wenn|falls|sin\s+corregir|zum\s+Vergleich)\b | 置信度 | 信心 | 如果 | 信頼度""",
    re.IGNORECASE | re.VERBOSE,
)
_WEAK_ASIDE = re.compile(
    r"\b(?:in|from|on)\s+(?:the|this)\s+(?:raw\s+|original\s+)?(?:image|picture|photo\w*)\b|\bapparent|\bpixels?\b"
    r"|\bas\s+(?:it\s+)?(?:appears|seen|looks|shown)\b|\b(?:initial|first)(?:ly)?\s+(?:guess|estimate|attempt|pass)\b",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"\bcorrection|\b(?:adjust|revise|amend|update|change)\b|\bcorrected\b|\bcorrecting\b|\bwait\b|\bactually\b|\brather\b|\bshould\s+(?:be|read|have)\b|\bmust\s+be\b"
    r"|\binstead\b|\bI\s+mean[t]?\b|\bsorry\b|\boops\b|\bmy\s+mistake\b|\brevis(?:ed|ion|ing)\b|\bupdat(?:e|ed|ing)\b"
    r"|\bsecond\s+thoughts?\b|\bfix(?:ed|ing)?\b|\bamend|\berratum\b|\bedit(?:ed)?\s*:"
    r"|\bKorrektur\b|\bkorrigiert|\bcorrecci|更正|訂正|修正",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"\b(?:final|my|the|here\s+is\s+my)\s+(?:\w+\s+)?(?:answers?|results?|values?)\b|\bfinal(?:ly)?\b|\btherefore\b"
    r"|\b(?:answer|result|output|response)s?\b",
    re.IGNORECASE,
)
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
