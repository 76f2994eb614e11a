"""Sentences of a reply."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_SENTENCE_END = re.compile(r"[.!?](?=[\s\"'*_)\]`\u3040-\u9fff\uac00-\ud7af]|\Z)[\"'*_)\]`]{0,6}|[！？]|\n")
_ABBREVIATION = re.compile(r"(?<![\w.])(?:(?:[A-Z]\.){1,3}[A-Z]|vs|approx|resp|cf|[Ff]igs?|[Ee]qs?)\Z")
"""An abbreviation, whose period does not end a sentence that continues with a small letter or a digit."""
_LABEL_PERIOD = re.compile(r"(?:^|[\s(>*_#-])\(?(?:[A-Za-z]|\d{1,2})\Z")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or line of a text: `text[start:stop]`, its end mark included."""

    start: int
    stop: int


def split_sentences(text: str) -> list[Sentence]:
    """Return the sentences of a text in order.

    A line break ends one, but not the period of a label such as "B." or of an abbreviation.
    """
    sentences = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if match[0][0] == "." and _LABEL_PERIOD.search(text[max(start, match.start() - 4) : match.start()]):
            label_start = start + len(text[start : match.start()]) - len(text[start : match.start()].lstrip())
            following = text[match.end() : match.end() + 2].strip(" ")
            is_label = match.start() - label_start <= 3 and following not in ("", "\n")
            if is_label or following[:1].islower():
                continue
        if match[0] == "." and _ABBREVIATION.search(text, max(start, match.start() - 8), match.start()):
            following = text[match.end() : match.end() + 2]
            if following[:1] == " " and (following[1:].islower() or following[1:].isdigit()):
                continue
        if text[start : match.end()].strip():
            sentences.append(Sentence(start, match.end()))
        start = match.end()
    if text[start:].strip():
        sentences.append(Sentence(start, len(text)))
    return sentences


def find_sentence(sentences: Sequence[Sentence], index: int) -> Sentence:
    """Return the sentence around an index of the text; between two sentences, the earlier one."""
    low, high = 0, len(sentences)
    while low < high:
        middle = (low + high) // 2
        if sentences[middle].start <= index:
            low = middle + 1
        else:
            high = middle
    return sentences[max(low - 1, 0)]
