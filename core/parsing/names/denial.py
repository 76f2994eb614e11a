"""Denial of a mentioned name: the words before and behind it that reject it."""

import re

from core.parsing.context import is_hypothetical, is_negated

NEAR_CHARACTERS = 160
"""Number of characters of its sentence examined on each side of a name."""


OPENING_SIGNS = r"[\s\"'`*_(\[$\\{,]{0,8}"

ARTICLE = (
    r"(?:(?:an?|the|its|their|some|any|two|both|one|simple|regular|perfect|standard|ordinary|normal|single|usual"
    r"|three|four|five|six|seven|eight|ten|twelve|\d{1,3}|identical|congruent|inter\w+(?:ing|ed)|overlapping"
    r"|ein\w{0,2}|der|die|das|dem|une?|la|le|el|del|di|il)\s{1,3}[\"'*_(]{0,3}){0,4}"
)
_DENIED_BEFORE = re.compile(
    rf"""(?:\b(?:not|n['’]t|never|hardly|cannot)\s(?:\w+\s){{0,2}}?(?:look|appear|seem|resemble|match|fit|correspond|qualify
            |be|confus\w+|mistak\w+)\b(?:\s(?:like|as|to|with|with\sthat\sof|for|be)){{0,2}}
         | \b(?:no\slonger|unlike|distinguish\w*\s(?:it\s)?from|confus\w+\s(?:it\s)?with|mistaken\sfor|opposed\sto
            |no(?=\s)|distinct\sfrom|different\sfrom|differs?\sfrom|neither|nor|exclud\w+|ruled?\sout|lack\w*\sof
            |it\scan['’]?t\sbe|it\scannot\sbe|not\sto\sbe\sconfused\swith|n['’]est\spas|no\ses|não\sé|non\sè|не))
        \s{{0,3}}{OPENING_SIGNS}{ARTICLE}{OPENING_SIGNS}\Z""",
    re.IGNORECASE | re.VERBOSE,
)
_DENIED_BEHIND = re.compile(
    r"""[\s"'`*_)\]]{0,4}(?:
        \s?(?:[:—–-]|→|=>)\s?(?:no\b|nope\b|✗|✘|❌|✖|wrong\b|false\b|too\s|excluded\b|ruled\sout)
        | \s?(?:✗|✘|❌|✖)
        | \s(?:has|have|would\shave|needs?|does|do|did|is|are|was)\s
            (?:not\b|no\b|only\b|too\b|fewer\b|different\b|n['’]t)
        | \s(?:has|does|do|did|is|was|would|could|can)n['’]t\b
        | \s(?:would|might\shave)\b
        | \?\s?(?:no\b|nope\b)
        | [^.!?\n;]{0,40}\bis\s(?:wrong|incorrect|ruled\sout|excluded|not\b)
        )""",
    re.IGNORECASE | re.VERBOSE,
)
_LOOKS_BEFORE = re.compile(
    r"\b(?:looks?|looked|appears?|appeared|seems?|seemed|resembl\w+|similar|reminiscent|like|mistak\w+|think|thought)\b"
    r"[^.!?\n;]{0,60}\Z",
    re.IGNORECASE,
)
_BUT_BEHIND = re.compile(
    r"[^.!?\n]{0,60}\b(?:but|however|though|although|except|yet|aber|pero|mais|mas|ma)\b"
    r"(?!,?\s(?:I(?:['’]?m|\sam)\snot\s(?:\w+\s)?(?:sure|certain|confident|positive)|I\s(?:can['’]?t|cannot)\s(?:be|say|tell"
    r"|confirm|verify)|I\s(?:could|may|might)\sbe\s(?:wrong|mistaken)|it(?:['’]s|\sis)\s(?:hard|difficult)\sto))|，?但",
    re.I,
)
_WOULD_BE_BEFORE = re.compile(
    rf"\bwould\s(?:be|have\sbeen|give|become)\s{OPENING_SIGNS}{ARTICLE}{OPENING_SIGNS}\Z", re.IGNORECASE
)
_IF_BEHIND = re.compile(r"[^.!?\n]{0,60}\b(?:if|unless|had)\b", re.IGNORECASE)
_REFUSED_BEFORE = re.compile(
    r"\b(?:wrong|incorrect|false|mistaken|tempting|naive|common)\s(?:\w+\s){0,2}(?:answer|name|guess|choice)"
    rf"\s(?:is|was|would\sbe)\s{OPENING_SIGNS}{ARTICLE}{OPENING_SIGNS}\Z",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r";|—|\s–\s|,\s(?:but|however|yet|so|therefore|thus|hence|now)\b", re.IGNORECASE)
_ASIAN_DENIED = re.compile(r"(?:不是|并非|並非|而非|不像|非|ではなく|아니)\s?(?:一个|一個)?正?\Z")
_ASIAN_DENIED_BEHIND = re.compile(r"\s?(?:ではな|じゃな|でもな|이\s?아니|가\s?아니)")


def extract_last_clause(before: str) -> str:
    """Return the words since the last break of thought: "at first a cube; now" leaves only "now"."""
    breaks = [match.end() for match in _CLAUSE.finditer(before)]
    return before[breaks[-1] :] if breaks else before


def is_denied(before: str, behind: str, following: str) -> bool:
    """Return whether the words around a mention reject it."""
    looks_like = _LOOKS_BEFORE.search(before) is not None and _BUT_BEHIND.match(behind) is not None
    return (
        looks_like
        or is_negated(before, behind)
        or is_hypothetical(extract_last_clause(before), behind)
        or (_WOULD_BE_BEFORE.search(before) is not None and _IF_BEHIND.match(behind) is not None)
        or _DENIED_BEFORE.search(before) is not None
        or _DENIED_BEHIND.match(following) is not None
        or _REFUSED_BEFORE.search(before) is not None
        or _ASIAN_DENIED.search(before) is not None
        or _ASIAN_DENIED_BEHIND.match(behind) is not None
    )
