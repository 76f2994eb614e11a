"""The reading of a name: the answer, its evidence and why others do not count."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.parsing.names.aliases import Meanings
from core.parsing.names.evidence import LABELS, NameEvidence
from core.parsing.names.roles import SentenceMention
from core.parsing.names.words import clean_name

MAX_LISTED_NAMES = 5
"""Maximum number of names listed in a note or a reason."""


@dataclass(frozen=True, slots=True)
class NameReading:
    """The name that a reply gives.

    Attributes:
        meanings: the possible meanings of the name; empty if none could be read, or if the name is not in the index.
        outside: a legible name that the index does not list, in canonical form.
        stated: the name as the reply has it.
        reason: why there is no name; empty if there is one.
        note: lenient interpretations.
        wider: the kind that is named if no name is.
        span: start and stop in the raw reply of the name that decided; None if none did.
        evidence: the evidence that it is the answer, one of the texts of `evidence.LABELS`; empty if there is none.
    """

    meanings: Meanings = ()
    outside: str = ""
    stated: str = ""
    reason: str = ""
    note: str = ""
    wider: str = ""
    span: tuple[int, int] | None = None
    evidence: str = ""

    @property
    def is_read(self) -> bool:
        """Return whether a name was read, in the index or not."""
        return bool(self.meanings or self.outside)


def make_reading(
    text: str, sentence_mention: SentenceMention, evidence: NameEvidence, mentions: Sequence[SentenceMention]
) -> NameReading:
    """Return a mention as the answer, with the other names that the reply mentions."""
    mention = sentence_mention.mention
    span = (mention.start, mention.stop)
    if mention.is_unclear:
        return NameReading(reason=f"{mention.name} may mean several solids", span=span, evidence=LABELS[evidence])
    notes = []
    if mention.is_misspelt:
        notes.append(f"{text[slice(*span)]!r} read with one letter changed")
    if mentions:
        names = dict.fromkeys(extract_mention_text(text, each) for each in mentions)
        notes.append(f"{', '.join([*names][:MAX_LISTED_NAMES])} named too")
    if not mention.meanings:
        notes.append("not the name of a solid in the list")
    return NameReading(
        mention.meanings,
        "" if mention.meanings else clean_name(text[slice(*span)]),
        text[slice(*span)],
        note="; ".join(notes),
        span=span,
        evidence=LABELS[evidence],
    )


def extract_mention_text(text: str, placed: SentenceMention) -> str:
    """Return a mention as the reply writes it."""
    return text[placed.mention.start : placed.mention.stop]


def describe_ambiguity(names: Sequence[str]) -> str:
    """State which names are answers with equal evidence."""
    distinct = [*dict.fromkeys(names)][:MAX_LISTED_NAMES]
    return f"ambiguous: {' and '.join(distinct)} are named, and nothing shows which is the answer"
