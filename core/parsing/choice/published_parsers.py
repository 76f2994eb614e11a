"""Two published parsers of multiple choice, reproduced with their weaknesses; no judge and no random letter."""

import re
from collections.abc import Sequence
from typing import Literal

from core.parsing.choice.result import ChoiceReading, get_option_letters, make_chosen_reading, make_unparsed_reading

Variant = Literal["newest", "older"]

LAST_WORDS = 4
"""Number of last words among which the newest variant of `parse_can_infer` accepts a lone letter's first occurrence."""

NO_CHOICE = "Z"
"""The letter of VLMEvalKit for a reply that chooses none of the options."""

API_FAILURE_MARK = "Failed to obtain answer via API"
REFUSALS = (
    "Sorry, I can't help with images of people yet.",
    "I can't process this file.",
    "I'm sorry, but without the image provided",
    "Cannot determine the answer",
)
"""Beginnings and sentences that VLMEvalKit takes for a refusal anywhere in a reply."""

_WORD = re.compile(r"\b\w+\b")
_BLANKED = str.maketrans(dict.fromkeys(".()[],:;!*#{}", " "))
_ANSWER_IS = re.compile(r"answer\s+is\s+\**([A-D])", re.IGNORECASE)


def parse_last_letter(raw: str, options: Sequence[str], *, fallback_text: bool = False) -> ChoiceReading:
    """Return the last word of the reply that is one capital letter of an option (P1).

    The article at the beginning of "A circle" counts as the letter A, and a lower-case letter does not count.

    Args:
        raw: the reply's text.
        options: their texts in the order of their letters.
        fallback_text: whether a reply without such a word chooses the only option whose text occurs in it; the authors'
            later version, not the paper's.

    Source: GePBench, the authors' `find_answer` (`eval/evaluate.py`).
    """
    letters = get_option_letters(options)
    last = None
    for word in _WORD.finditer(raw):
        if word.end() - word.start() == 1 and word[0] in letters:
            last = word[0]
    if last is not None:
        return make_chosen_reading(last)
    if fallback_text:
        found = [letter for letter, text in zip(letters, options, strict=True) if text in raw]
        if len(found) == 1:
            return make_chosen_reading(found[0], options[letters.index(found[0])], "read by the option's text")
        if found:
            return make_unparsed_reading(
                f"no letter of an option stands alone, and the texts of {', '.join(found)} occur"
            )
    return make_unparsed_reading("no letter of an option stands alone")


def parse_can_infer(raw: str, options: Sequence[str], *, variant: Variant = "newest") -> ChoiceReading:
    """Return the only letter among the words, else that after `answer is`, else the only option whose text occurs (P2).

    If VLMEvalKit would ask a language model and then draw a letter, the reply stays unread.

    Args:
        raw: the reply's text.
        options: their texts in the order of their letters.
        variant: `newest` takes a letter only among the last four words and knows `answer is`; `older` takes it anywhere
            and does not.

    Source: VLMEvalKit, `vlmeval/utils/matching_util.py`.
    """
    letters = get_option_letters(options)
    if API_FAILURE_MARK in raw:
        return make_unparsed_reading("the call failed: it has the mark of VLMEvalKit for that", API_FAILURE_MARK)
    for sentence in REFUSALS:
        if sentence in raw:
            return make_unparsed_reading("the model refused", sentence)
    words = raw.translate(_BLANKED).split()
    spoken = set(words)
    found = [letter for letter in letters if letter in spoken]
    if len(found) == 1 and (variant == "older" or words.index(found[0]) >= len(words) - LAST_WORDS):
        return make_chosen_reading(found[0])
    if not found and NO_CHOICE in spoken:
        return make_unparsed_reading(f"it states {NO_CHOICE}, none of the options", NO_CHOICE)
    if variant == "newest" and (match := _ANSWER_IS.search(raw)) and match[1].upper() in letters:
        return make_chosen_reading(match[1].upper(), match[0])
    return _parse_by_text(raw, options, letters, found)


def _parse_by_text(raw: str, options: Sequence[str], letters: str, found: list[str]) -> ChoiceReading:
    """Return the only option whose text is in a reply that is not much longer than all options."""
    if len(found) > 1:
        why = f"{' and '.join(found)} both occur in it" if len(found) == 2 else f"{', '.join(found)} occur in it"
    else:
        why = f"{found[0]} occurs too early" if found else "no letter of an option is a word of it"
    reply = raw.lower()
    if len(reply) > 2 * sum(len(text) for text in options):
        return make_unparsed_reading(f"{why}, and it is too long to look for the options' texts")
    named = [letter for letter, text in zip(letters, options, strict=True) if text.lower() in reply]
    if len(named) == 1:
        return make_chosen_reading(named[0], options[letters.index(named[0])], "read by the option's text")
    return make_unparsed_reading(f"{why}, and {'several' if named else 'none'} of the options' texts occur")
