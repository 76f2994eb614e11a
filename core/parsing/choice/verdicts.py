"""Verdicts on each option: "(A) left - no", "A? No. B? Yes.", ticks and crosses, tables, percentages, one bold item."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

MAX_VERDICTS = 200

_YES = (
    r"(?:✅|✓|✔|☑|\byes\b|\bcorrect\b|\bfits\b|\btrue\b|\bmatches\b|\bpossible\b(?!\s+but)|\bthis\sis\sit\b|\bright\b(?=[\s.!*]*\Z)"
    r"|\bja\b|\boui\b|\bsí\b|正确|正確|对|對)"
)
_NO = (
    r"(?:❌|✗|✘|✖|\bno\b|\bnot\b|\bwrong\b|\bincorrect\b|\bfalse\b|n't\b|\bimpossible\b|\bnein\b|\bnon\b|\bcannot\b|\bruled\sout\b"
    r"|\bout\b|不|错|錯)"
)
_ITEM = re.compile(
    r"(?:^|(?<=\n))[\s>*|_#-]{0,8}(?:\d{1,2}[.)]\s)?(?:option\s|choice\s)?\(?([A-Z])(?:[).:|*\s]{1,4}|\s?-\s)(?P<rest>[^\n]{0,300})",
    re.IGNORECASE,
)
_ASKED = re.compile(r"(?<!\w)\(?([A-Z])\)?\s?\?\s{0,4}(?P<rest>[^.!?\n]{0,120})")
_SIGNED = re.compile(r"(?<!\w)\(?([A-Z])\)?[\s.:*_-]{0,4}(?P<rest>[✅✓✔☑❌✗✘✖])")
_SHARE = re.compile(r"(?<!\w)\(?([A-Z])\)?[*_]{0,2}(?:\s?[:=-]\s?|\s\()(\d{1,3}(?:\.\d{1,4})?)\s?(%|\\%)")
_BOLD_ITEM = re.compile(r"^[\s>-]{0,6}(\*\*|__)\(?([A-Z])[).:][^\n]{0,200}?\1\s*$", re.MULTILINE)
_PLAIN_ITEM = re.compile(r"^[\s>-]{0,6}\(?([A-Z])[).:]\s[^\n*_]{0,200}$", re.MULTILINE)
_BY_SIGN = re.compile(r"[✅✓✔☑❌✗✘✖]")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The option that the verdicts on all options leave: `text[start:stop]`."""

    letter: str
    start: int
    stop: int


def find_verdict(text: str, letters: str, options: Sequence[str]) -> Verdict | None:
    """Return the only option that is accepted while others are rejected; None if that is not so.

    Args:
        text: a plain text.
        letters: of the options.
        options: their texts; a verdict that is an option's own text, such as Yes, is none.
    """
    return _find_by_answers(text, letters, options) or _find_by_share(text, letters) or _find_bold_item(text, letters)


def _find_by_answers(text: str, letters: str, options: Sequence[str]) -> Verdict | None:
    option_words = {option.strip().lower() for option in options}
    accepted: list[re.Match[str]] = []
    rejected = set()
    for match in sorted(
        [
            *[*_ITEM.finditer(text)][-MAX_VERDICTS:],
            *[*_ASKED.finditer(text)][-MAX_VERDICTS:],
            *[*_SIGNED.finditer(text)][-MAX_VERDICTS:],
        ],
        key=lambda match: match.start(),
    ):
        letter = match[1].upper()
        verdict = _judge(match["rest"], option_words)
        if letter not in letters or verdict is None:
            continue
        if verdict:
            accepted.append(match)
        else:
            rejected.add(letter)
    chosen = {match[1].upper() for match in accepted}
    if len(chosen) == 1 and rejected and not chosen & rejected:
        return Verdict(accepted[-1][1].upper(), accepted[-1].start(1), accepted[-1].end())
    return None


def _judge(words: str, option_words: set[str]) -> bool | None:
    """Return whether the words behind a letter accept it; None if they do neither or both.

    A short verdict counts ("yes", a tick at the end of the line); a sentence does not.
    """
    if _BY_SIGN.search(words):
        has_yes = re.search(r"[✅✓✔☑]", words) is not None
        has_no = re.search(r"[❌✗✘✖]", words) is not None
        return has_yes if has_yes != has_no else None
    tail = re.split(r"\s[-–—:]\s|[:|]\s?|\s\(", words.strip(" |*_()."))[-1].strip(" |*_().") if words.strip() else ""
    tail = tail.lower().strip()
    if tail in option_words and tail not in ("yes", "no"):
        return None
    if len(tail.split()) > 4:
        return None
    has_no = re.search(_NO, tail, re.IGNORECASE) is not None
    has_yes = not has_no and re.search(_YES, tail, re.IGNORECASE) is not None
    return has_yes if has_yes != has_no else None


def _find_by_share(text: str, letters: str) -> Verdict | None:
    matches = [match for match in _SHARE.finditer(text) if match[1] in letters]
    if len({match[1] for match in matches}) < 2:
        return None
    ordered = sorted(matches, key=lambda match: -float(match[2]))
    if ordered[0][1] != ordered[1][1] and float(ordered[0][2]) == float(ordered[1][2]):
        return None
    return Verdict(ordered[0][1], ordered[0].start(1), ordered[0].end())


def _find_bold_item(text: str, letters: str) -> Verdict | None:
    bold = [match for match in _BOLD_ITEM.finditer(text) if match[2] in letters]
    plain = {match[1] for match in _PLAIN_ITEM.finditer(text) if match[1] in letters}
    if len(bold) == 1 and len(plain) + 1 == len(letters) and bold[0][2] not in plain:
        return Verdict(bold[0][2], bold[0].start(2), bold[0].end())
    return None
