"""The words of a reply that decided how it was read, for pages that highlight them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DecidingWords:
    """A stretch of a raw reply, `raw[start:stop]`, that an answer was read from.

    Attributes:
        question_id: which question it answers.
        evidence: what kind of evidence it is, in words for a page.
    """

    question_id: str
    start: int
    stop: int
    evidence: str = ""


def split_at_words(raw: str, words: tuple[DecidingWords, ...]) -> list[tuple[str, str]]:
    """Return the reply as pieces in order: each a text and the evidence it is, empty for the text between.

    Words that overlap earlier ones are left out.
    """
    pieces = []
    index = 0
    for stretch in sorted(words, key=lambda stretch: (stretch.start, stretch.stop)):
        if stretch.start < index or stretch.stop <= stretch.start:
            continue
        if raw[index : stretch.start]:
            pieces.append((raw[index : stretch.start], ""))
        pieces.append((raw[stretch.start : stretch.stop], stretch.evidence or "the answer"))
        index = stretch.stop
    if raw[index:]:
        pieces.append((raw[index:], ""))
    return pieces
