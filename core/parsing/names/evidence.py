"""Evidence that a mentioned name is the answer of a reply, by its position and the words before it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from core.parsing.answer_phrases import find_announcements
from core.parsing.context import is_concluded, is_rejected_noun
from core.parsing.names.aliases import NameIndex
from core.parsing.names.roles import MentionRole, SentenceMention
from core.parsing.names.words import ARTICLES, split_words
from core.parsing.negative_polarity import has_negative_polarity
from core.parsing.patterns import load_patterns
from core.parsing.sentences import Sentence
from core.parsing.word_lists import load_word_table, load_words


class NameEvidence(IntEnum):
    """Evidence that a name is the answer, the weakest first; the strongest decides."""

    MENTIONED = 1
    BOLD = 2
    FIRST_LINE = 3
    STATEMENT = 4
    CONCLUSION = 5
    LAST_LINE = 6
    ANNOUNCED = 7
    JSON = 8
    BOX = 9
    CORRECTION = 10
    WHOLE = 11


LABELS = {NameEvidence[name]: label for name, label in load_word_table("evidence_of_names").items()}

MAX_ANNOUNCED_CHARACTERS = 120
"""Maximum number of characters between an announcement and the name that it announces."""

MAX_EAST_ASIAN_FILLERS = 6
"""Maximum number of characters beside a Chinese or Japanese name in a line that is only a name: "this is a ..."."""

MAX_BOX_CHARACTERS = 300

_PATTERNS = load_patterns(__file__, "evidence.toml")
_NAME_LABEL = _PATTERNS["name_label"]
_KEY_LABEL = _PATTERNS["key_label"]
_NAME_SENTENCE = _PATTERNS["name_sentence"]
_STATEMENT_BEFORE = _PATTERNS["statement_before"]
_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*|__([^_\n]{1,200})__|<b>([^<\n]{1,200})</b>", re.IGNORECASE)
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_BULLET = re.compile(r"\s*(?:[-*•+]\s|\d{1,2}[.)]\s)")
_FILLER = frozenset(load_words("fillers_of_names"))


@dataclass(frozen=True, slots=True)
class NameCandidate:
    """A mention with the evidence that it is the answer."""

    evidence: NameEvidence
    placed: SentenceMention

    @property
    def start(self) -> int:
        """Return the start of the name."""
        return self.placed.mention.start


def collect_candidates(
    text: str, placed: Sequence[SentenceMention], sentences: Sequence[Sentence], book: NameIndex
) -> list[NameCandidate]:
    """Return the candidates of a text outside of JSON; a name may be one for several reasons."""
    asserted = [each for each in placed if each.role is not MentionRole.DENIED]
    candidates = [*_find_announced(text, asserted)]
    candidates += _find_lines(text, asserted, sentences, book)
    bold = [match.span() for match in _BOLD.finditer(text)]
    for each in asserted:
        if each.is_corrected:
            candidates.append(NameCandidate(NameEvidence.CORRECTION, each))
        if each.is_affirmed:
            candidates.append(NameCandidate(NameEvidence.CONCLUSION, each))
        if each.role is not MentionRole.ASSERTED:
            continue
        if is_concluded(each.before):
            candidates.append(NameCandidate(NameEvidence.CONCLUSION, each))
        elif _STATEMENT_BEFORE.search(each.before):
            candidates.append(NameCandidate(NameEvidence.STATEMENT, each))
        if any(start <= each.mention.start and each.mention.stop <= stop for start, stop in bold):
            candidates.append(NameCandidate(NameEvidence.BOLD, each))
        if not has_negative_polarity(each.before, each.behind):
            candidates.append(NameCandidate(NameEvidence.MENTIONED, each))
    return sorted(candidates, key=lambda candidate: candidate.start)


def _find_announced(text: str, placed: Sequence[SentenceMention]) -> Iterator[NameCandidate]:
    """Yield the names that boxes, tags, labels and sentences announce."""
    spans = [(announcement.kind, announcement.start, announcement.stop) for announcement in find_announcements(text)]
    for pattern in (_NAME_LABEL, _KEY_LABEL, _NAME_SENTENCE):
        spans += [("label", match.start(), match.end()) for match in pattern.finditer(text)]
    for kind, start, stop in spans:
        if kind != "box" and is_rejected_noun(text[max(start - 60, 0) : start]):
            continue
        limit = _find_limit(text, stop, kind)
        announced = [each for each in placed if stop <= each.mention.start < limit]
        if kind == "box":
            yield from (NameCandidate(NameEvidence.BOX, each) for each in announced)
            continue
        firm = next((each for each in announced if each.role is MentionRole.ASSERTED), None)
        chosen = firm or next(
            (each for each in announced if each.role is MentionRole.CONSIDERED and kind != "sentence"), None
        )
        if chosen is not None:
            yield NameCandidate(NameEvidence.ANNOUNCED, chosen)


def _find_limit(text: str, stop: int, kind: str) -> int:
    """Return the end of an announcement: its box, or the first line and sentence with letters."""
    if kind == "box":
        depth = 0
        for index in range(stop, min(stop + MAX_BOX_CHARACTERS, len(text))):
            depth += {"{": 1, "}": -1}.get(text[index], 0)
            if depth == 0 and text[index] == "}":
                return index
        ends = [end for mark in ("]]", "<|end_of_box|>", "\n") if (end := text.find(mark, stop)) >= 0]
        return min([*ends, stop + MAX_BOX_CHARACTERS])
    begin = stop
    while begin < len(text) and not text[begin].isalnum():
        begin += 1
    line_end = text.find("\n", begin)
    sentence_end = re.search(r"[.!?](?=\s|\Z)", text[begin : begin + MAX_ANNOUNCED_CHARACTERS])
    ends = [begin + MAX_ANNOUNCED_CHARACTERS]
    if line_end >= 0:
        ends.append(line_end)
    if sentence_end:
        ends.append(begin + sentence_end.start() + 1)
    return min(ends)


def _find_lines(
    text: str, placed: Sequence[SentenceMention], sentences: Sequence[Sentence], book: NameIndex
) -> Iterator[NameCandidate]:
    """Yield the names that the first or the last line, or sentence, consists of."""
    stretches = [*_iterate_edges(text, sentences)]
    for evidence, start, stop in stretches:
        line = text[start:stop]
        inside = [each for each in placed if start <= each.mention.start and each.mention.stop <= stop]
        if not inside or not is_only_name(
            line, [(e.mention.start - start, e.mention.stop - start) for e in inside], book
        ):
            continue
        if line.rstrip(" *_\n\"'").endswith("?"):
            continue
        usable = [each for each in inside if each.role >= MentionRole.CONSIDERED]
        yield from (NameCandidate(evidence, each) for each in usable)


def _iterate_edges(text: str, sentences: Sequence[Sentence]) -> Iterator[tuple[NameEvidence, int, int]]:
    lines = []
    start = 0
    for line in text.splitlines(keepends=True):
        if any(character.isalnum() for character in line):
            lines.append((start, start + len(line)))
        start += len(line)
    if not lines:
        return
    if not (
        _BULLET.match(text[slice(*lines[-1])]) and len(lines) > 1 and not text[lines[-1][0] :].lstrip().startswith("**")
    ):
        yield NameEvidence.LAST_LINE, *lines[-1]
    if not (_BULLET.match(text[slice(*lines[0])]) and len(lines) > 1):
        yield NameEvidence.FIRST_LINE, *lines[0]
    worded = [
        sentence
        for sentence in sentences
        if any(character.isalnum() for character in text[sentence.start : sentence.stop])
    ]
    if worded:
        last, first = worded[-1], worded[0]
        if last.start > lines[-1][0]:
            yield NameEvidence.LAST_LINE, last.start, last.stop
        if first.stop < lines[0][1]:
            yield NameEvidence.FIRST_LINE, first.start, first.stop


def is_only_name(line: str, spans: Sequence[tuple[int, int]], book: NameIndex) -> bool:
    """Return whether a line has only the names in it, words for kinds, remarks in brackets and small words."""
    rest = list(line)
    for start, stop in spans:
        rest[start:stop] = " " * (stop - start)
    text = re.sub(r"\([^()]{0,200}\)", " ", "".join(rest))
    if len(_EAST_ASIAN.findall(text)) > MAX_EAST_ASIAN_FILLERS:
        return False
    return all(
        word.text in _FILLER or word.text in ARTICLES or word.text.isdigit() or book.find_kind([word.text])
        for word in split_words(text)
    )
