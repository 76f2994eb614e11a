"""Parser of GePBench's questions into machine-readable queries; sets in the authors' layout have only the wording."""

import re

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import FigureQuery

_TYPE = "|".join(sorted(vocabulary.TYPES, key=len, reverse=True))
# `ellipse (not circle)`, `ellipses (excluding circles)`, `ellipse (not circle)s`: the excluded type is not asked about.
_NAME = rf"(?:{_TYPE})s?(?: \([^)]*\))?s?"
_COLOURED = r"(?:red|blue) shape"

_FORMS: tuple[tuple[str, str, str], ...] = (
    ("existence", "existence of two", rf"Is there an? (?P<subject>{_NAME}) and an? (?P<other>{_NAME}) in the image\?"),
    ("existence", "existence among", r"Which of the following is (?P<detail>absent|present) in the image\?"),
    ("counting", "count", rf"How many (?P<subject>{_NAME}) are there in the image\?"),
    ("size", "size", rf".*closest to the (?P<detail>{'|'.join(vocabulary.DIMENSIONS)}) of the (?P<subject>{_NAME})\?"),
    ("location", "quadrant", rf"Where is the (?P<subject>{_NAME}) located in the image\?"),
    ("location", "quadrant to", rf"Where is the (?P<subject>{_NAME}) located relative to the (?P<other>{_NAME})\?"),
    (
        "reference",
        "reference size",
        rf".* is (?P<detail>larger|smaller) than (?:the|all) (?P<subject>{_NAME}) in the image\?",
    ),
    (
        "reference",
        "reference frequency",
        rf".* appears (?P<detail>more|less) frequently than (?P<subject>{_NAME}) in the image\?",
    ),
    (
        "reference",
        "reference direction",
        rf"Which of the following shapes is (?P<detail>{'|'.join(vocabulary.DIRECTIONS)}) the (?P<subject>{_NAME})\?",
    ),
    (
        "reference",
        "reference part",
        rf"Which of the following shapes is in the (?P<detail>{'|'.join(vocabulary.PARTS)}) of the image\?",
    ),
    (
        "relation",
        "relation",
        rf"What is the relationship of the (?P<subject>{_NAME}|{_COLOURED}) to the (?P<other>{_NAME}|{_COLOURED})"
        r" in the image\?",
    ),
)
"""Aspect, kind of query and form of the question."""

_PATTERNS = tuple((aspect, kind, re.compile(form)) for aspect, kind, form in _FORMS)


def parse_query(aspect: str, question: str) -> FigureQuery | None:
    """Return the query of a question; None if its wording has no known form.

    Args:
        aspect: one of `vocabulary.ASPECTS`.
        question: without options.
    """
    for own_aspect, kind, pattern in _PATTERNS:
        if own_aspect == aspect and (match := pattern.fullmatch(question)):
            found = match.groupdict(default="")
            subject, other = (_parse_subject(found.get(name, "")) for name in ("subject", "other"))
            return FigureQuery(kind, subject, other, found.get("detail", ""))
    return None


def _parse_subject(name: str) -> str:
    """Return the type in the singular without excluded types, or the colour of a coloured shape."""
    return name.removesuffix(" shape") if name.endswith(" shape") else vocabulary.parse_option_type(name)
