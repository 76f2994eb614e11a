"""Negative polarity: words anywhere in a sentence that keep a letter or name without other evidence from being read.

`core.parsing.context` decides about denials next to a candidate. A candidate that is only mentioned is the weakest
evidence, so here any denial in its clause, and any word of rejection in its sentence, leaves it unread.
"""

import re

_DENIAL = re.compile(
    r"(?:\b(?:not|never|cannot|nothing|nobody|hardly|barely|neither|nor|without|nicht|kein\w{0,2}|jamais|nunca|nessun\w?"
    r"|initially|originally|at\sfirst|previously|(?:I|we)\sthought|too\s\w+\s(?:\w+\s)?(?:for|to)"
    r"|(?:people|others|students|viewers|models|everyone)\s(?:\w{3,12}\s)?(?:say|think|answer|choose|pick)s?)\b"
    r"|\b(?:inconsist|incompat|contradict|conflict|violat|ignor(?:es?|ing)\b|overlook|implaus|imposs|improb|unlikel|unsupp|irrelev"
    r"|invalid)|n['’]t\b)(?!\s(?:only|just|merely)\b)|(?<!\w)ne\s\w{1,12}\spas\b|\bno\s(?!doubt\b|question\b|wonder\b|other\b)\w|не\s",
    re.IGNORECASE,
)
_REJECTION = re.compile(
    r"\b(?:avoid|refus|declin|discard|dismiss|reject|eliminat|exclud|(?:strike|cross|rule)[ds]?\s(?:\w+\s)?(?:off|out)\b"
    r"|struck\b|crossed\b|tempt|naive|careless|mistak|misread|misle|trap\b|decoy|distract|flaw|wrong|incorrect|stretch\b|absurd|nonsens|(?<![:=]\s)(?<![:=])false\b|untrue"
    r"|mirrored\b|reversed\b|swapped\b|dubious|doubtful|surprised|worst|least\b"
    r"|(?:last|worst)\s(?:\w+\s)?(?:choice|option|resort|thing)\b)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[;:—]|,\s|\s[-–]\s|\b(?:but|however|because|since|so|therefore|thus|hence|although|though|while)\b"
    r"|\b(?:and|und|et|y|e)\s(?=(?:not|nicht|non|pas|no|não)\b)"
)
_NO_DOUBT = re.compile(
    r"\b(?:can(?:no|['’])t\sbe\s(?:anything|any\s\w+)\s(?:but|other\sthan|except)|no\s(?:doubt|question)"
    r"|not\s(?:entirely|absolutely|completely|totally|fully|100\s?%|very|so|too|really|quite)?\s?"
    r"(?:sure|certain|confident|positive)"
    r"|not\smistaken|I\s(?:could|may|might)\sbe\s(?:wrong|mistaken)|n['’]t\s(?:see|think\sof|find)\sany\s\w+\s(?:but|other\sthan|except))\b",
    re.IGNORECASE,
)
"""Negative words that deny nothing about the letter: "no doubt", "I am not sure, but B"."""


_IS_WITHDRAWN = re.compile(
    r"\b(?:but|yet|though|however)\b,?\s(?:it\s|that\s)?(?:is|was|are|does|do)(?:\snot\b|n['’]t\b)(?:\s\w+)?[.!\s]*\Z",
    re.IGNORECASE,
)


def is_withdrawn(behind: str) -> bool:
    """Return whether the words behind a letter end by withdrawing it: "B looks right but is not"."""
    return _IS_WITHDRAWN.search(behind) is not None


def has_negative_polarity(before: str, behind: str) -> bool:
    """Return whether the words of its sentence around a candidate deny or reject something.

    Args:
        before: the words of the sentence before the letter or name.
        behind: the words of the sentence after it.
    """
    sentence = _NO_DOUBT.sub(" ", f"{before} \0 {behind}")
    if _REJECTION.search(sentence) or is_withdrawn(behind):
        return True
    letter = sentence.find("\0")
    starts = [match.end() for match in _CLAUSE.finditer(sentence, 0, letter)]
    stop = next((match.start() for match in _CLAUSE.finditer(sentence, letter)), len(sentence))
    return _DENIAL.search(sentence, starts[-1] if starts else 0, stop) is not None
