"""Verdicts on each option: "(A) left - no", "A? No. B? Yes.", ticks and crosses, tables, percentages, one bold item."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.parsing.choice.option_text import find_option_mentions, match_option
from core.parsing.patterns import load_patterns

MAX_VERDICTS = 200
MAX_VERDICT_WORDS = 4
TOLERANCE = 0.02
"""Tolerance of the sum of probabilities."""

_PATTERNS = load_patterns(__file__, "verdicts.toml")
_YES = _PATTERNS["yes"].pattern
_NO = _PATTERNS["no"].pattern
_ITEM = _PATTERNS["item"]
_LINE = re.compile(r"^[\s>|#-]{0,8}(?:\d{1,2}[.)]\s)?(?P<words>[^\n]{1,300})$", re.MULTILINE)
_ASKED = re.compile(r"(?<!\w)\(?([A-Z])\)?\s?\?\s{0,4}(?P<rest>[^.!?\n]{0,120})")
_SIGN_FIRST = re.compile(r"(?P<rest>[✅✓✔☑❌✗✘✖☐])\s{0,2}\(?([A-Z])\b")
_LINE_OF_SIGNS = re.compile(r"^[\s>*-]{0,6}[✅✓✔☑❌✗✘✖☐]\s{0,2}\(?[A-Z]\b[^\n]{0,300}$", re.MULTILINE)
"""A line whose signs precede their letters."""
_CHECKED = re.compile(
    r"^[\s>*-]{0,6}(?:\[(?P<sign>[ xX✓✔])\]|(?P<box>[☐☑☒]))\s{1,3}(?P<text>[^\n]{1,200})$", re.MULTILINE
)
_LABEL = re.compile(r"\(?([A-Za-z])(?:[).:]|\s*\Z)")
_OPENING_VERDICT = _PATTERNS["opening_verdict"]
_SIGNED = re.compile(r"(?<!\w)\(?([A-Z])\)?[\s.:*_-]{0,4}(?P<rest>[✅✓✔☑❌✗✘✖])")
_SHARE = re.compile(
    r"(?<!\w)\(?([A-Z])\)?[\"'*_]{0,2}(?:\s?[:=-]\s?|\s\(?)(\d{1,3}(?:\.\d{1,4})?)(\s?\\?%|(?=\s?[,}\n]|\s?\Z))"
)
_BOLD_ITEM = re.compile(r"^[\s>-]{0,6}(\*\*|__)\(?([A-Z])[).:][^\n]{0,200}?\1\s*$", re.MULTILINE)
_PLAIN_ITEM = re.compile(r"^[\s>-]{0,6}\(?([A-Z])[).:]\s[^\n*_]{0,200}$", re.MULTILINE)
_BY_SIGN = re.compile(r"[✅✓✔☑❌✗✘✖☐]")


@dataclass(frozen=True, slots=True)
class CombinedVerdict:
    """The option that remains after the verdicts on all options: `text[start:stop]`."""

    letter: str
    start: int
    stop: int


def find_verdict(text: str, letters: str, options: Sequence[str]) -> CombinedVerdict | None:
    """Return the only option that is accepted while others are rejected; None if no such option exists.

    Args:
        text: a plain text.
        letters: of the options.
        options: their texts; a verdict that is an option's own text, such as Yes, does not count.
    """
    return (
        _find_by_answers(text, letters, options)
        or _find_by_share(text, letters)
        or _find_bold_item(text, letters)
        or _find_checked(text, letters, options)
    )


def _find_by_answers(text: str, letters: str, options: Sequence[str]) -> CombinedVerdict | None:
    by_text = _judge_lines_of_texts(text, options)
    option_words = {option.strip().lower() for option in options}
    without_signs_first = _LINE_OF_SIGNS.sub(lambda line: " " * len(line[0]), text)
    judged = [
        (match.start(1), match.end(), match[1].upper(), _judge(match["rest"], option_words))
        for pattern in (_ITEM, _ASKED, _SIGNED)
        for match in [*pattern.finditer(without_signs_first)][-MAX_VERDICTS:]
    ]
    judged += [
        (match.start(2), match.end(), match[2].upper(), _judge(match["rest"], option_words))
        for line in [*_LINE_OF_SIGNS.finditer(text)][-MAX_VERDICTS:]
        for match in _SIGN_FIRST.finditer(text, line.start(), line.end())
    ]
    judged += by_text
    accepted = sorted(verdict for verdict in judged if verdict[2] in letters and verdict[3] is True)
    rejected = {letter for _, _, letter, is_yes in judged if is_yes is False and letter in letters}
    chosen = {letter for _, _, letter, _ in accepted}
    if len(chosen) == 1 and rejected and not chosen & rejected:
        start, stop, letter, _ = accepted[-1]
        return CombinedVerdict(letter, start, stop)
    return None


def _judge_lines_of_texts(text: str, options: Sequence[str]) -> list[tuple[int, int, str, bool | None]]:
    """Return the verdicts of lines that begin with an option's text: "2. **Net B** - faces overlap ✗"."""
    judged = []
    for line in [*_LINE.finditer(text)][-MAX_VERDICTS:]:
        mentions = find_option_mentions(line["words"], options)
        if mentions and not line["words"][: mentions[0].start].strip("*_ "):
            rest = line["words"][mentions[0].stop :]
            is_yes = _judge(rest, set()) if _BY_SIGN.search(rest) else None
            judged.append((line.start("words") + mentions[0].start, line.end(), mentions[0].letter, is_yes))
    return judged


def _judge(words: str, option_words: set[str]) -> bool | None:
    """Return whether the words after a letter accept it; None if they do neither or both.

    The part after the last dash, colon or arrow counts: it is short ("yes") or begins with the verdict.
    """
    if _BY_SIGN.search(words):
        has_yes = re.search(r"[✅✓✔☑]", words) is not None
        has_no = re.search(r"[❌✗✘✖☐]", words) is not None
        return has_yes if has_yes != has_no else None
    bare = words.strip(" |*_().")
    part = re.split(r"\s[-–—:]\s|[:|]\s?|\s\(|\s?(?:→|->|=>)\s?", bare)[-1].strip(" |*_().").lower()
    if part in option_words and part not in ("yes", "no"):
        return None
    opening = _OPENING_VERDICT.match(part)
    if opening and part != bare.lower():
        return opening["yes"] is not None
    if len(part.split()) > MAX_VERDICT_WORDS:
        return None
    has_no = re.search(_NO, part, re.IGNORECASE) is not None
    has_yes = not has_no and re.search(_YES, part, re.IGNORECASE) is not None
    return has_yes if has_yes != has_no else None


def _find_by_share(text: str, letters: str) -> CombinedVerdict | None:
    """Return the option with the largest percentage, or the largest of numbers for all options that add up to one."""
    shares = [match for match in _SHARE.finditer(text) if match[1] in letters]
    with_percent = [match for match in shares if match[3].strip()]
    matches = with_percent or shares
    if not with_percent:
        values = [float(match[2]) for match in shares]
        is_distribution = sorted(match[1] for match in shares) == list(letters) and abs(sum(values) - 1) < TOLERANCE
        matches = shares if is_distribution else []
    if len({match[1] for match in matches}) < 2:
        return None
    ordered = sorted(matches, key=lambda match: -float(match[2]))
    if ordered[0][1] != ordered[1][1] and float(ordered[0][2]) == float(ordered[1][2]):
        return None
    return CombinedVerdict(ordered[0][1], ordered[0].start(1), ordered[0].end())


def _find_checked(text: str, letters: str, options: Sequence[str]) -> CombinedVerdict | None:
    """Return the only option whose box is checked in a list of boxes."""
    boxes = [*_CHECKED.finditer(text)]
    checked = [match for match in boxes if (match["sign"] or match["box"]) not in " ☐"]
    if len(boxes) < 2 or len(checked) != 1:
        return None
    words = checked[0]["text"]
    letter = match_option(words, options) or (label[1].upper() if (label := _LABEL.match(words)) else None)
    if letter is None or letter not in letters:
        return None
    return CombinedVerdict(letter, checked[0].start("text"), checked[0].end("text"))


def _find_bold_item(text: str, letters: str) -> CombinedVerdict | None:
    bold = [match for match in _BOLD_ITEM.finditer(text) if match[2] in letters]
    plain = {match[1] for match in _PLAIN_ITEM.finditer(text) if match[1] in letters}
    if len(bold) == 1 and len(plain) + 1 == len(letters) and bold[0][2] not in plain:
        return CombinedVerdict(bold[0][2], bold[0].start(2), bold[0].end())
    return None
