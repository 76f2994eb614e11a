"""Options that refer to other options: "Both A and B", "All of the above", "None of these", "Neither".

They decide how a question's options may be rotated. An option that names others by letter or number is right only in
the order of the table. An option about all others may keep its position while the others rotate; one that refers to
options "above" may do so only if it is below all of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.benchmarks.choice.items import LETTERS, ChoiceItem

MAX_NAMED = 5
"""Maximum number of questions listed in a sentence."""

_QUANTIFIER = r"(?:all|none|neither|both|any|either|some|more\s+than\s+one|two|three|most|not?\s+any|one)"
_OF_OPTIONS = r"(?:options?|choices?|answers?|statements?|alternatives?)"
_THEM = rf"(?:these|those|them|the\s+others?|the\s+two|(?:the|these|those)\s+(?:other\s+|given\s+)?{_OF_OPTIONS})"
_ABOVE = rf"(?:(?:the|those)\s+)?(?:{_OF_OPTIONS}\s+)?above(?:\s+{_OF_OPTIONS})?"
_VERDICT = (
    r"(?:\s+(?:is|are))?(?:\s+both|\s+all)?(?:\s+(?:correct|right|true|possible|wrong|false|incorrect|only|apply))?"
)
_ABOUT_ABOVE = re.compile(rf"{_QUANTIFIER}(?:\s+of)?\s+{_ABOVE}{_VERDICT}", re.IGNORECASE)
_ABOUT_OTHERS = re.compile(rf"(?:{_QUANTIFIER}(?:\s+of)?\s+{_THEM}|neither|both){_VERDICT}", re.IGNORECASE)

_NAME = r"[(\[]?([A-Za-z]|[1-9][0-9]?)[)\]]?"
_JOINT = r"\s*(?:,\s*(?:and|or|nor|&)?|/|\+|&|\b(?:and|or|nor)\b)\s*"
_NAMES = rf"{_NAME}(?:{_JOINT}(?:{_OF_OPTIONS}\s+)?{_NAME})*"
_EXCEPT = r"(?:\s*,?\s*(?:except|but|other\s+than|without))"
_LEAD = (
    rf"(?:(?:{_QUANTIFIER}(?:\s+of)?(?:\s+(?:{_THEM}|{_ABOVE}|{_OF_OPTIONS}))?{_EXCEPT}(?:\s+for)?"
    rf"|(?:both|either|neither|only|all|same\s+as|not|just)(?:\s+of)?)\s+)?"
    rf"(?:(?:both|the)\s+)?(?:{_OF_OPTIONS}\s+)?"
)
_BY_NAME = re.compile(rf"(?P<lead>{_LEAD})(?P<names>{_NAMES}){_VERDICT}", re.IGNORECASE)
_SINGLE = re.compile(_NAME)
_CONJUNCTION = re.compile(r"\b(?:and|or)\b|&", re.IGNORECASE)
_OPTION_WORD = re.compile(rf"\b{_OF_OPTIONS}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RotationPlan:
    """Rotations that are possible for the options of a question.

    Attributes:
        pinned: indexes of options that keep their position while the others rotate.
        reason: why the options must not be rotated at all; empty if they may.
    """

    pinned: frozenset[int] = frozenset()
    reason: str = ""

    def count_orders(self, n_options: int) -> int:
        """Return the number of orders in which a question with this many options is asked."""
        return 1 if self.reason else n_options - len(self.pinned)


def plan_rotation(options: Sequence[str]) -> RotationPlan:
    """Return which options keep their position in a rotation, or the reason why a question cannot be rotated."""
    texts = [_clean(option) for option in options]
    named = {index: names for index, text in enumerate(texts) if (names := _find_option_names(text))}
    for index, names in named.items():
        if _OPTION_WORD.search(texts[index]) or _are_options(names, options, named):
            return RotationPlan(reason=f"option {LETTERS[index]}, {options[index][:60]!r}, names other options")
    pinned = {index for index, text in enumerate(texts) if _is_about_above(text) or _ABOUT_OTHERS.fullmatch(text)}
    for index in sorted(pinned):
        if _is_about_above(texts[index]) and not pinned.issuperset(range(index, len(options))):
            return RotationPlan(
                reason=f"option {LETTERS[index]}, {options[index][:60]!r}, refers only to the options above it"
            )
    if pinned and len(options) - len(pinned) < 2:
        return RotationPlan(reason="fewer than two options may change their position")
    return RotationPlan(frozenset(pinned))


def describe_rotations(items: Sequence[ChoiceItem]) -> list[str]:
    """Return a sentence about the questions with pinned options, and one about those that cannot be rotated."""
    plans = {item.item_id: plan_rotation(item.options) for item in items}
    pinned = [item_id for item_id, plan in plans.items() if plan.pinned]
    refused = [(item_id, plan.reason) for item_id, plan in plans.items() if plan.reason]
    sentences = []
    if pinned:
        sentences.append(
            f"Circular: {len(pinned)} of {len(items)} questions have an option about the others, such as None of the "
            f"above; it keeps its position and the others rotate ({_format_examples(pinned)})."
        )
    if refused:
        reasons = _format_examples([f"{item_id}: {reason}" for item_id, reason in refused])
        sentences.append(
            f"Circular: {len(refused)} of {len(items)} questions are asked only in the order of the table ({reasons})."
        )
    return sentences


def _format_examples(texts: Sequence[str]) -> str:
    more = f"; and {len(texts) - MAX_NAMED} more" if len(texts) > MAX_NAMED else ""
    return "; ".join(texts[:MAX_NAMED]) + more


def _clean(option: str) -> str:
    return " ".join(option.split()).strip(" .!\"'")


def _is_about_above(text: str) -> bool:
    return bool(_ABOUT_ABOVE.fullmatch(text))


def _find_option_names(text: str) -> tuple[str, ...]:
    """Return the letters or numbers that an option consists of, apart from words for options; empty for other texts.

    A single letter or number is a label or a value, unless such a word precedes or follows it.
    """
    match = _BY_NAME.fullmatch(text)
    if match is None:
        return ()
    names = tuple(name.upper() for name in _SINGLE.findall(_strip_words(match["names"])))
    if match["lead"].strip() or match.end("names") < len(text):
        return names
    # 1/2 and 1, 2 are values.
    is_joint = len(names) > 1 and (not any(map(str.isdigit, names)) or _CONJUNCTION.search(text) is not None)
    return names if is_joint else ()


def _strip_words(names: str) -> str:
    """Return the names of a match without the words between them."""
    return re.sub(rf"\b(?:and|or|nor|{_OF_OPTIONS})\b", " ", names, flags=re.IGNORECASE)


def _are_options(names: Sequence[str], options: Sequence[str], named: dict[int, tuple[str, ...]]) -> bool:
    """Return whether names are those of options rather than of things in the image.

    They are not if one of them is not an option's name, is the text of an option ("A", "B", "A and B" about points), or
    is an option that consists of names itself ("A and B", "A and C", "B and C" about points).
    """
    own_texts = {_clean(option).upper() for option in options}
    indexes = [int(name) - 1 if name.isdigit() else LETTERS.index(name) for name in names]
    return not any(
        index >= len(options) or index in named or name in own_texts for index, name in zip(indexes, names, strict=True)
    )
