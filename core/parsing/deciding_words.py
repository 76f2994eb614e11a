"""The words of a reply from which an answer was read, for pages that highlight them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DecidingWords:
    """A span of a raw reply, `raw[start:stop]`, from which an answer was read.

    Attributes:
        question_id: of the question that it answers.
        evidence: the kind of evidence, in words for a page.
    """

    question_id: str
    start: int
    stop: int
    evidence: str = ""


def split_at_words(raw: str, words: tuple[DecidingWords, ...]) -> list[tuple[str, str]]:
    """Split the reply into pieces in order: each a text and the kind of evidence, empty for the text between.

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
