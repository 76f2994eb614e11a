"""The texts of options that a reply asserts, by progressively weaker matches."""

import re
from collections.abc import Sequence
from itertools import pairwise

from core.parsing.choice.option_text import OptionMention
from core.parsing.choice.partial_text import (
    find_distinctive_words,
    find_long_option,
    find_number_words,
    find_undetermined,
)
from core.parsing.choice.quantities import QUANTITY
from core.parsing.choice.reply_context import ReplyContext
from core.parsing.context import is_doubted, is_hypothetical, is_negated, is_tentative
from core.parsing.negative_polarity import is_withdrawn
from core.parsing.patterns import load_patterns

_PATTERNS = load_patterns(__file__, "text_evidence.toml")
_CONTRAST = _PATTERNS["contrast"]
_EQUALS = _PATTERNS["equals"]
_VALUE_ENDS = re.compile(r"[\s*_$)%\\]{0,6}(?:(?<!\w)[^\W\d_°Ωµ/]{1,8}[²³]?)?[.!][\s*_)]{0,6}")
"""The end of a sentence behind a value, or behind its unit: "about 31.5 dB."."""
_REASON = re.compile(r"\b(?:because|since|due\sto|given\sthat)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"\A\W*(?:an?|any|every)\s\W*\Z", re.IGNORECASE)
_DEFINES = _PATTERNS["defines"]
_ALTERNATIVE = re.compile(r"\b(?:yes|no|true|false)[\"'*]{0,2}\s(?:or|and|nor)\s[\"'*]{0,2}\Z", re.IGNORECASE)
_OTHER_ALTERNATIVE = re.compile(r"[\"'*]{0,2}\s(?:or|nor)\s[\"'*]{0,2}(?:yes|no|true|false)\b", re.IGNORECASE)
_IS_A = re.compile(r"[\s*_\"']{0,3}\s?(?:is|are)\san?\b")
_IDENTIFIES = re.compile(r"[\s*_\"']{0,3}\s?(?:is|are)\sthe\b")
_NO = re.compile(r"(?<!\w)no\s\Z", re.IGNORECASE)
_NO_VALUE = _PATTERNS["no_value"]
_NOT_SAID = re.compile(r"(?:\bnot|n['’]t|\bcannot)\s(?:say|tell|answer|decide)\b", re.IGNORECASE)
"""Words that leave an answer open without supporting its opposite: "I would not say yes"."""
_AND = re.compile(r"\s(?:and|or)\s(?:the\s|an?\s)?", re.IGNORECASE)
_OF = re.compile(r"(?:\A|[\n.!]\s{0,2})(?:of|between|comparing|from)\s(?:the\s)?(?:two[,:]?\s)?\Z", re.IGNORECASE)
MAX_SENTENCES_WITH_NUMBERS = 2
"""Maximum number of sentences in which a bare number that is an option counts; later it may be any quantity."""
_OPPOSITES = (("same", "different"), ("yes", "no"), ("true", "false"), ("left", "right"), ("above", "below"))


def read_texts(context: ReplyContext, mentions: Sequence[OptionMention]) -> list[OptionMention]:
    """Return the texts of options that the reply asserts, by progressively weaker matches until one succeeds."""
    text, options = context.text, context.options
    n_sentences = len(context.sentences) + context.is_cut
    mentions = _drop_compared(text, mentions)
    long_option = find_long_option(text, options) if not mentions else None
    for found in (
        list(mentions),
        [long_option] if long_option else [],
        find_number_words(text, options) if not mentions else [],
        find_distinctive_words(text, options) if not mentions else [],
        find_undetermined(text, options) if not mentions else [],
    ):
        found = [each for each in found if not _is_alternative(text, each)]
        asserted = [mention for mention in found if _is_asserted_text(context, mention)]
        if all(QUANTITY.search(option) for option in options) and n_sentences > MAX_SENTENCES_WITH_NUMBERS:
            asserted = _select_values(context, asserted)
        if len({mention.letter for mention in asserted}) > 1:
            asserted = _drop_reasons(context, _keep_contrast(text, asserted))
        if asserted:
            return asserted
        denied = {mention.letter for mention in found}
        if len(denied) == 1 and (other := _find_opposite(context, found[-1])):
            return [other]
    return []


def _is_alternative(text: str, mention: OptionMention) -> bool:
    """Return whether a text is named as one of two: "yes or no", "whether it is true or false"."""
    before = _ALTERNATIVE.search(text[max(mention.start - 12, 0) : mention.start])
    return before is not None or _OTHER_ALTERNATIVE.match(text, mention.stop) is not None


def _select_values(context: ReplyContext, mentions: Sequence[OptionMention]) -> list[OptionMention]:
    """Return the values that the first or the last sentence states; none if only the first does and others differ."""
    values = [mention for mention in mentions if _is_stated_value(context, mention)]
    first = context.sentences[0]
    equal = [mention for mention in mentions if _EQUALS.search(context.text[: mention.start][-40:])]
    is_only_first = all(mention.start < first.stop for mention in values)
    return [] if is_only_first and len({mention.letter for mention in equal}) > 1 else values


def _is_stated_value(context: ReplyContext, mention: OptionMention) -> bool:
    """Return whether the first or the last sentence ends with a value: "The y-value for 2008 is 44169."."""
    sentence, before, behind = context.split_around(mention.start, mention.stop)
    is_whole = _VALUE_ENDS.fullmatch(behind) is not None
    is_last = sentence == context.sentences[-1] and (not context.is_cut or context.is_cut_at_opening)
    is_edge = sentence == context.sentences[0] or is_last
    return is_whole and is_edge and _EQUALS.search(before) is not None


def _is_asserted_text(context: ReplyContext, mention: OptionMention) -> bool:
    _, before, behind = context.split_around(mention.start, mention.stop)
    if _NO.search(before[-12:]) or (_NO_VALUE.search(before[-20:]) and context.text[mention.start].isdigit()):
        return False
    if _ARTICLE.search(before) and _DEFINES.match(behind):
        return False
    is_settled = not is_tentative(before[-40:], behind) and not is_withdrawn(behind)
    return is_settled and context.is_asserted(mention.start, mention.stop)


def _drop_compared(text: str, mentions: Sequence[OptionMention]) -> list[OptionMention]:
    """Return the mentions without two that only name the things compared: "Of the chair and the table, ..."."""
    compared: set[OptionMention] = set()
    for first, second in pairwise(mentions):
        joint = _AND.fullmatch(text, first.stop, second.start)
        if (
            joint
            and text[second.stop : second.stop + 1] == ","
            and _OF.search(text[max(first.start - 20, 0) : first.start])
        ):
            compared |= {first, second}
    return [mention for mention in mentions if mention not in compared] or list(mentions)


def _keep_contrast(text: str, mentions: Sequence[OptionMention]) -> list[OptionMention]:
    """Return the mentions after the last "but" or "therefore" if they name only one option; else all."""
    identified = [mention for mention in mentions if _IDENTIFIES.match(text, mention.stop)]
    others = [mention for mention in mentions if mention not in identified]
    if len({mention.letter for mention in identified}) == 1 and all(_IS_A.match(text, each.stop) for each in others):
        return identified
    contrasts = [match.end() for match in _CONTRAST.finditer(text)]
    for contrast in reversed(contrasts):
        behind = [mention for mention in mentions if mention.start >= contrast]
        if len({mention.letter for mention in behind}) == 1:
            return behind
        if behind:
            break
    return list(mentions)


def _drop_reasons(context: ReplyContext, mentions: Sequence[OptionMention]) -> list[OptionMention]:
    """Return the mentions without those in a reason for another one: "45°, because it is half of 90°"."""
    statements = []
    for mention in mentions:
        sentence, before, _ = context.split_around(mention.start, mention.stop)
        reason = _REASON.search(before)
        reason_start = mention.start - len(before) + reason.start() if reason else sentence.start
        if not any(sentence.start <= earlier.start < reason_start for earlier in mentions):
            statements.append(mention)
    return statements if len({mention.letter for mention in statements}) == 1 else list(mentions)


def _find_opposite(context: ReplyContext, mention: OptionMention) -> OptionMention | None:
    """Return the other of two opposite options if the reply denies one: "They are not the same"."""
    if len(context.options) != 2:
        return None
    _, before, behind = context.split_around(mention.start, mention.stop)
    if (
        is_doubted(before)
        or _NOT_SAID.search(before)
        or not is_negated(before, behind)
        or is_hypothetical(before, behind)
        or is_tentative(before, behind)
    ):
        return None
    texts = [option.strip(" .").lower() for option in context.options]
    for pair in _OPPOSITES:
        if {word for word in pair if any(word in text.split() for text in texts)} == set(pair):
            other = "AB".replace(mention.letter, "")
            return OptionMention(mention.start, mention.stop, other)
    return None
