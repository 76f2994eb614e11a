"""Sentences that assert or deny that a thing exists, or that it fulfils its definition.

"There is a triangle ABC in the figure" is asserted by "the figure shows a triangle ABC", "ABC forms a triangle" and
"ABC meets the definition of a triangle", and denied by "triangle ABC does not exist". "Line AB is not a diameter" is
asserted by "it does not meet the criteria for a diameter".
"""

import re
from dataclasses import dataclass

from core.parsing.choice.statement_words import JUDGED, UNASSERTED

_EXISTS = re.compile(
    r"there\s(?:is|are|exists?)\s(?P<no>no\s|not\s(?:an?\s)?)?(?:an?\s)?(?P<noun>[a-z]{3,20})\s(?P<name>[A-Z][A-Z'’\d]{1,8})"
    r"(?![\w'’])(?P<where>\s(?:in|on)\s(?:the|this)\s\w+)?\Z",
    re.IGNORECASE,
)
_IS_A = re.compile(
    r"(?:the\s)?(?:[a-z]{3,12}\s){0,2}(?P<name>[A-Z][A-Z'’\d]{1,8})(?![\w'’])\sis\s(?P<no>not\s)?an?\s"
    r"(?P<noun>[a-z]{3,20})(?:\sof\s(?:the|a)\s\w+)?\Z"
)
_DENIED = re.compile(r"\b(?:not|never|no|nor|neither|cannot)\b|n['’]t\b", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:if|whether|determine|unless)\b", re.IGNORECASE)
_GROUP = re.compile(r"(?<![\w'’])[A-Z][A-Z'’\d]{1,8}(?![\w'’])")
_ADVERB = r"(?:indeed\s|actually\s|in\sfact\s|clearly\s|also\s)?"
_NOT = r"(?P<no>(?:does|do|is)\snot\s|(?:does|is)n['’]t\s|fails\sto\s|cannot\s)?"


@dataclass(frozen=True, slots=True)
class Existence:
    """A statement that a named thing exists or is of a kind: "triangle ABC exists", "AB is not a diameter".

    Attributes:
        noun: the kind.
        name: the thing, in capital letters.
        is_denied: whether the statement denies it.
    """

    noun: str
    name: str
    is_denied: bool


def parse_existence(statement: str) -> Existence | None:
    """Return the existence or kind that a statement asserts or denies; None for any other statement."""
    match = _EXISTS.match(statement) or _IS_A.match(statement)
    if match is None or not match["name"].isupper():
        return None
    return Existence(match["noun"].lower(), match["name"], match["no"] is not None)


def find_existence(
    sentence: str, existence: Existence, before: str, behind: str
) -> tuple[bool, tuple[int, int]] | None:
    """Return whether a sentence asserts the statement or its opposite, and where; None if it asserts neither.

    Args:
        sentence: its text.
        existence: the statement.
        before: the reply before the sentence.
        behind: the reply after it.
    """
    for pattern, is_description in _compile_patterns(existence):
        match = pattern.search(sentence)
        if match is None or _is_left_open(sentence, match):
            continue
        if is_description and _DENIED.search(behind):
            continue
        if "name" not in match.groupdict() and not _is_reference_to(existence, sentence, match.start(), before):
            continue
        return (match["no"] is not None) == existence.is_denied, match.span()
    return None


def _compile_patterns(existence: Existence) -> list[tuple[re.Pattern[str], bool]]:
    """Compile the wordings with this name and noun, and whether each only describes the image."""
    name, noun = rf"(?P<name>{re.escape(existence.name)})(?![\w'’])", re.escape(existence.noun)
    kind = rf"(?:an?|the)\s(?:valid\s|closed\s)?{noun}\b"
    wordings = (
        (rf"\b{name}\sis\s(?P<no>not\s)?{_ADVERB}{kind}", False),
        (rf"\b{name}\sis\s(?P<no>not\s)?(?:indeed|in\sfact)\s?\Z", False),
        (rf"\b{name}\s{_ADVERB}{_NOT}(?:forms?|represents?|constitutes?)\s{kind}", False),
        (rf"\b{noun}\s{name}\s{_ADVERB}{_NOT}(?:exists?|present|formed|drawn|shown|visible)\b", False),
        (rf"\bthere\s(?:is|exists)\s{_ADVERB}(?:(?P<no>no|not\san?)|an?)\s{noun}\s{name}", False),
        (
            r"\b(?:figure|image|diagram|picture|drawing)\s(?:clearly\s)?(?:shows|contains|includes|has|depicts|displays)\s"
            rf"(?:(?P<no>no)|an?)\s{noun}\s(?:labell?ed\s)?{name}",
            True,
        ),
        (
            rf"{_NOT}{_ADVERB}(?<!first\s)meets?(?:\sall)?(?:\sof)?(?:\s(?:the|these|this|both|its))?\s(?:definition"
            rf"|criteria|requirements|conditions)(?=\s?[.,;(]|\s?\Z|\s(?:of|for|to\sbe)\s?(?:being\s)?(?:{kind}|\Z))",
            False,
        ),
        (rf"(?i:since|because|given|conclude|follows|therefore)\b[^.;\n]{{0,160}}\s{_NOT}{_ADVERB}meets?\s?\Z", False),
    )
    return [(re.compile(pattern), is_description) for pattern, is_description in wordings]


def _is_left_open(sentence: str, match: re.Match[str]) -> bool:
    """Return whether the words around a wording leave open whether it holds."""
    clause = re.split(r"[,;]\s", sentence[: match.start()])[-1]
    is_open = UNASSERTED.search(clause) or _CONDITION.search(sentence, 0, match.end())
    return bool(is_open or JUDGED.search(sentence[match.end() :]))


def _is_reference_to(existence: Existence, sentence: str, start: int, before: str) -> bool:
    """Return whether "it meets the definition" refers to the thing: named before, the only one in the sentence."""
    other_names = {
        match[0]
        for match in _GROUP.finditer(sentence, 0, start)
        if len(match[0]) == len(existence.name) and match[0] != existence.name
    }
    return (
        not other_names
        and re.search(rf"(?<![\w'’]){re.escape(existence.name)}(?![\w'’])", before + sentence) is not None
    )
