"""Verdicts on each option of a question with several right ones, and the texts of options that a reply lists."""

import re
from collections.abc import Sequence

from core.parsing.choice.letter_sets import ITEM, make_set_reading
from core.parsing.choice.option_text import match_option
from core.parsing.choice.result import ChoiceReading

_SATISFIED = re.compile(r"\b(?:satisf(?:y|ies)|meets?|fulfil(?:l|ls))\b", re.IGNORECASE)
_VERDICT = re.compile(
    r"""(?<![\w'’])["'(\[*_]{0,3}([A-Za-z])["')\]*_]{0,4}\s{0,3}[.:)|=-]{0,2}["')\]*_|\s]{0,6}
        (?: (?P<yes>✅|✓|✔|☑|yes\b|true\b|correct\b|right\b|included?\b)
          | (?P<no>❌|✗|✘|✖|no\b|false\b|incorrect\b|wrong\b
          |excluded?\b) )
        (?=["'*_)|\s]{0,6}(?:[.,;:(}\n|-]|\Z|\(?[A-Za-z][).:]))""",
    re.IGNORECASE | re.VERBOSE,
)
_EXPLAINS = re.compile(
    r"[\s*_#>]{0,8}(?:explanation|reason(?:ing)?s?|justification|rationale|why|because|note|th(?:is|ese|ose|ey|e\sothers?)\b)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"[\s>*_#\d-]{0,8}[.)]?\s{0,3}\(?([A-Za-z])[.):]{1,2}[*_]{0,2}\s{1,3}")
_BULLET = re.compile(r"[\s>*_#+-]{0,8}(?:\d{1,2}[.)]\s{1,3})?")


def is_followed_by_explanation(text: str, index: int) -> bool:
    """Return whether the text ends at an index, or before an explanation ("Explanation:", "This figure ...")."""
    return not text[index:].strip() or _EXPLAINS.match(text, index) is not None


def read_set_verdicts(text: str, letters: str) -> ChoiceReading | None:
    """Return the letters that are accepted, if every option is accepted or denied: by a line, a sign, yes or true."""
    verdicts: dict[str, bool] = {}
    for match in _VERDICT.finditer(text):
        letter, accepts = match[1].upper(), match["yes"] is not None
        if letter in letters and verdicts.setdefault(letter, accepts) != accepts:
            return None
    if set(verdicts) != set(letters):
        verdicts = _read_satisfying_lines(text, letters)
    if set(verdicts) != set(letters):
        return None
    accepted = {letter for letter, is_accepted in verdicts.items() if is_accepted}
    return make_set_reading(accepted, text, 0, len(text), letters, "verdict")


def _read_satisfying_lines(text: str, letters: str) -> dict[str, bool]:
    """Return whether the line of each letter states that it satisfies the condition."""
    verdicts = {}
    for line in text.split("\n"):
        item = ITEM.match(line)
        satisfied = _SATISFIED.search(line)
        if item is not None and satisfied and item[1].upper() in letters:
            verdicts[item[1].upper()] = not re.search(r"(?:\bnot|n't)\s(?:\w+\s)?$", line[: satisfied.start()])
    return verdicts


def read_listed_texts(text: str, letters: str, options: Sequence[str]) -> ChoiceReading | None:
    """Return the options whose texts are the lines of the first paragraph, optionally followed by an explanation."""
    begin = len(text) - len(text.lstrip())
    blank = re.search(r"\n[ \t]{0,80}\n", text[begin:])
    stop = begin + blank.start() if blank else len(text)
    if not is_followed_by_explanation(text, stop):
        return None
    found = [_read_line(line, options) for line in text[begin:stop].split("\n")]
    if not all(found):
        return None
    return make_set_reading([letter for letter in found if letter], text, begin, stop, letters, "text")


def _read_line(line: str, options: Sequence[str]) -> str | None:
    """Return the letter of a line that is an option's text, optionally preceded by its letter."""
    bullet = _BULLET.match(line)
    by_text = match_option(line[bullet.end() if bullet else 0 :], options)
    label = _LABEL.match(line)
    if by_text or label is None:
        return by_text
    labelled = match_option(line[label.end() :], options)
    return labelled if labelled == label[1].upper() else None
