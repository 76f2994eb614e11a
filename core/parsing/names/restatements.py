"""Names that only restate the name before them: "X (also called Y)"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.parsing.names.roles import MentionRole, SentenceMention

_ALIAS = re.compile(
    r"[\s*_\"'})\]]{0,6}(?:\(|,\s|—|–|=|aka\b|or\b)?[\s*_\"'(]{0,4}(?:(?:or\s)?(?:also|sometimes|more\scommonly|otherwise|better)"
    r"\s(?:\w+\s){0,2}?(?:as|called|named|a|an|the)|i\.?e\.?,?|aka|a\.k\.a\.|namely|that\sis,?|equivalently|=)?"
    r"[\s*_\"'(,:]{0,6}(?:an?\s|the\s)?[\s*_\"']{0,4}",
    re.IGNORECASE,
)

_BARE_OR = re.compile(r"[\s*_\"',]{0,6}\bor\s[\s*_\"']{0,4}(?:an?\s|the\s)?[\s*_\"']{0,4}", re.IGNORECASE)
"""An alternative rather than an alias, unless the two are names of one solid: "a cube or a square prism"."""


def merge_restatements(text: str, placed: Sequence[SentenceMention]) -> list[SentenceMention]:
    """Return the mentions without those that only restate the one before: "X (also called Y)"."""
    restatements: list[SentenceMention] = []
    for each in placed:
        earlier = restatements[-1] if restatements else None
        if earlier is None or not _is_alias(text[earlier.mention.stop : each.mention.start]):
            restatements.append(each)
            continue
        shared = tuple(meaning for meaning in earlier.mention.meanings if meaning in each.mention.meanings)
        if shared:
            restatements[-1] = replace(earlier, mention=replace(earlier.mention, meanings=shared))
        elif each.mention.is_outside and _is_stated_alias(text, earlier, each):
            continue
        elif (
            each.mention.meanings
            and not earlier.mention.meanings
            and earlier.role >= MentionRole.CONSIDERED
            and _is_stated_alias(text, earlier, each)
        ):
            role = max(each.role, earlier.role)
            restatements[-1] = replace(each, role=role, before=earlier.before, sentence=earlier.sentence)
        else:
            restatements.append(each)
    return restatements


def _is_alias(gap: str) -> bool:
    return len(gap) < 60 and bool(gap.strip()) and _ALIAS.fullmatch(gap) is not None


def _is_stated_alias(text: str, earlier: SentenceMention, mention: SentenceMention) -> bool:
    """Return whether words or a bracket make the second a name of the first, and not only a comma or "or"."""
    gap = text[earlier.mention.stop : mention.mention.start]
    return any(character.isalpha() or character in "(=" for character in gap) and not _is_choice(text, earlier, mention)


def _is_choice(text: str, earlier: SentenceMention, mention: SentenceMention) -> bool:
    """Return whether only "or" connects two names."""
    return _BARE_OR.fullmatch(text[earlier.mention.stop : mention.mention.start]) is not None
