"""The six answers in sentences: "the triangle is scalene and acute; AB/AC is about 1.25"."""

import re

from core.parsing.class_words import CLASSES, parse_class
from core.parsing.key_labels import KEYS, LABEL, find_question_by_key
from core.parsing.key_value_pairs import KeyValuePair
from core.parsing.numbers import ABOUT_WORDS, DEGREES, TIMES
from core.parsing.patterns import load_patterns
from core.parsing.values import StatedValue, parse_value
from core.records import TRIANGLE_QUESTION_BY_ID, Question

_PATTERNS = load_patterns(
    __file__, "prose_answers.toml", about_words=ABOUT_WORDS, degrees=DEGREES, keys=KEYS, label=LABEL, times=TIMES
)
_STATEMENT = _PATTERNS["statement"]
_GOES_ON = _PATTERNS["goes_on"]

_CLASS = rf"(?:{'|'.join(CLASSES)}|acute-angled|right-angled|obtuse-angled|equiangular)"
_CLASSES = rf"{_CLASS}(?:(?:\s?,\s?|\s?/\s?|\s|-)(?:and\s|also\s|an?\s)?(?:it\sis\s)?{_CLASS})?"
_SENTENCE_OF_CLASS = re.compile(
    rf"\b(?:triangle(?:\s(?:ABC|△ABC))?|△\s?ABC|it|this|ABC)(?:\s(?:is|appears\sto\sbe|seems\sto\sbe|looks)\b|['’]s)"
    rf"(?:\s(?:both|clearly|therefore|thus|also|classified\sas|then|an?|,)){{0,3}}\s(?P<classes>{_CLASSES})(?![\w-])"
    rf"|(?:\b(?:is|be|as|shows?|forms?|have|get|see)|['’]s)\s(?:\w+ly\s)?(?:an?|the)\s(?P<noun>{_CLASSES})(?:\s|-)triangle"
    r"|\b(?:an?|its|one)\s(?P<corner>right|obtuse)\sangle\sat\s(?:(?:the\s)?(?:vertex|point|corner)\s)?[ABC]\b",
    re.IGNORECASE,
)
_COMPARISON = _PATTERNS["comparison"]
_NEGATED = _PATTERNS["negated"]
_GENERIC = _PATTERNS["generic"]
_TAKEN_BACK = re.compile(r"\s?(?:or\b|\?|/)", re.IGNORECASE)


def find_prose_pairs(text: str) -> list[KeyValuePair]:
    """Return the answers that sentences state, as pairs in the order of the text. It takes linear time."""
    pairs = []
    for match in _STATEMENT.finditer(text):
        question = _find_question(match)
        rest = text[match.end() : match.end() + 12]
        is_generic = _GENERIC.search(text[max(0, match.start() - 80) : match.start()])
        if question is None or _GOES_ON.match(rest) or is_generic:
            continue
        stated = _make_stated(match["value"], match.start(), match.end(), text)
        if parse_value(question, stated).status in ("ok", "invalid"):
            pairs.append(KeyValuePair(match.start(), match.end(), question, stated))
    for match in _COMPARISON.finditer(text):
        name = next(name for name in ("ratio", "sides", "angle", "range") if match[name])
        question = _find_question(match)
        stated = _make_stated(match[name], match.start(), match.end(), text)
        if question is not None and not _GOES_ON.match(text[match.end() : match.end() + 12]):
            pairs.append(KeyValuePair(match.start(), match.end(), question, stated))
    for match in _SENTENCE_OF_CLASS.finditer(text):
        if _NEGATED.search(text[max(0, match.start() - 40) : match.start()]) or _TAKEN_BACK.match(
            text[match.end() : match.end() + 6]
        ):
            continue
        pairs += _find_class_pairs(match, text)
    return sorted(pairs, key=lambda pair: pair.start)


def _find_question(match: re.Match[str]) -> Question | None:
    if match.groupdict().get("key"):
        return find_question_by_key(match["key"])
    return next((q for question_id, q in TRIANGLE_QUESTION_BY_ID.items() if match.groupdict().get(question_id)), None)


def _find_class_pairs(match: re.Match[str], text: str) -> list[KeyValuePair]:
    name = next(name for name in ("classes", "noun", "corner") if match[name])
    words = re.sub(r"\s?[,/]\s?|\s(?:and|also|it is)\b", " ", match[name].lower())
    pairs = []
    for question in list(TRIANGLE_QUESTION_BY_ID.values())[:2]:
        if parse_class(words, question.options):
            stated = _make_stated(words, match.start(name), match.end(name), text)
            pairs.append(KeyValuePair(match.start(), match.end(), question, stated))
    return pairs


def _make_stated(value: str, start: int, stop: int, text: str) -> StatedValue:
    value = re.sub(r",?\swhich\sis\s", " = ", value)
    return StatedValue(value.strip(), "number", start=start, stop=stop, ends_text=stop == len(text))
