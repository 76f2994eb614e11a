"""Replies to "A is X times larger than B" that state the ratio in a sentence about A and B.

"The area of A is roughly twice the area of B" answers it with 2, and "B is half of A" too. A sentence counts if it
compares what the question compares: the base of a triangle is not its area.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from core.parsing.choice.quantities import parse_whole_quantity
from core.parsing.choice.result import ChoiceReading, get_option_letters, make_chosen_reading
from core.parsing.context import is_negated
from core.parsing.patterns import load_patterns
from core.parsing.sentences import Sentence, find_sentence, split_sentences

MAX_RATIOS = 100
"""Maximum number of statements examined, from the end; keeps hostile replies cheap."""

TOLERANCE = 1e-6

_PATTERNS = load_patterns(__file__, "ratio_statements.toml")
_ASKED = _PATTERNS["asked"]
_MEASURES = {
    "longer": "length", "long": "length", "wider": "width", "wide": "width", "taller": "height", "tall": "height",
    "higher": "height", "high": "height", "heavier": "weight", "heavy": "weight",
}  # fmt: skip
_ANY_MEASURE = _PATTERNS["any_measure"].pattern
_NUMBERS = {"two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "eight": 8.0, "ten": 10.0}
_FRACTIONS = {
    "half": 1 / 2, "one-half": 1 / 2, "one half": 1 / 2, "a third": 1 / 3, "one-third": 1 / 3, "one third": 1 / 3,
    "a quarter": 1 / 4, "one-quarter": 1 / 4, "one quarter": 1 / 4, "a fourth": 1 / 4, "one-fourth": 1 / 4,
}  # fmt: skip
_MULTIPLES = {"twice": 2.0, "double": 2.0, "triple": 3.0, "the same": 1.0, "equal": 1.0}
_HEDGES = _PATTERNS["hedges"].pattern
_VERB = _PATTERNS["verb"].pattern
_SHAPE = r"(?:line|side|segment|triangle|quadrilateral|rectangle|square|circle|shape|figure)"
_DETERMINERS = (
    rf"(?:(?:the|that|of|as|than|to|in|{_SHAPE}|larger|bigger|greater|large|big|great|(?P<adjective>{'|'.join(_MEASURES)})"
    rf"|(?P<other_measure>{_ANY_MEASURE}))\s){{0,8}}"
)
_CONDITION = _PATTERNS["condition"]
_OTHER_RESPECT = _PATTERNS["other_respect"]
_MEASURE_BEFORE = re.compile(rf"\b(?P<measure>{_ANY_MEASURE})s?\sof\s[^.,;\n]{{0,40}}\Z", re.IGNORECASE)
_CALCULATED = re.compile(r"\s(?:multiplied|divided|times|plus|minus|[-+*/×−])")
"""Words behind a comparison that make it a calculation: "equal to the area of B multiplied by"."""
_UNKNOWN = re.compile(
    rf"(?<![\w'’])X\s(?:=|≈|(?:is|must\sbe|equals|would\sbe|should\sbe)\s{_HEDGES}(?:equal\sto\s)?)\s?{_HEDGES}"
    r"(?P<value>\d+(?:\.\d+|\s?/\s?\d+)?)(?![\w/]|\.\d)"
)


@dataclass(frozen=True, slots=True)
class RatioQuestion:
    """A question of how many times something is as large as something else.

    Attributes:
        first: name of the thing whose size is a multiple.
        second: name of the thing that it is compared with.
        measure: what is compared, such as area or length; empty if the question does not say.
    """

    first: str
    second: str
    measure: str


@lru_cache(maxsize=4096)
def parse_ratio_question(question: str) -> RatioQuestion | None:
    """Return the things that a question compares; None if it does not ask for a ratio of two named things."""
    match = _ASKED.search(question)
    if match is None:
        return None
    measure = (match["measure"] or _MEASURES.get(match["adjective"].lower(), "")).lower()
    return RatioQuestion(match["first"].strip(), match["second"].strip(), measure)


def read_restated_ratio(text: str, options: Sequence[str], question: str) -> ChoiceReading | None:
    """Return the reading of a reply that states the ratio of a question in a sentence; None for any other.

    Statements of different ratios give None.

    Args:
        text: final text of the reply, without reasoning and markup.
        options: their texts in the order of their letters; only numbers can be read.
        question: its text.
    """
    comparison = parse_ratio_question(question)
    if comparison is None:
        return None
    values = [parse_whole_quantity(option) for option in options]
    ratios = [*_find_ratios(text, comparison)][-MAX_RATIOS:]
    if not ratios or any(abs(ratio - ratios[-1][0]) > TOLERANCE for ratio, _ in ratios):
        return None
    ratio, (start, stop) = ratios[-1]
    letters = [
        letter
        for letter, value in zip(get_option_letters(options), values, strict=True)
        if value is not None and not value.kind and abs(value.value - ratio) < TOLERANCE
    ]
    if len(letters) != 1:
        return None
    reading = make_chosen_reading(letters[0], text[start:stop], "the reply states the ratio in a sentence")
    return ChoiceReading(
        reading.status, reading.letter, reading.stated, note=reading.note, span=(start, stop), evidence="restated"
    )


def _find_ratios(text: str, comparison: RatioQuestion) -> Iterator[tuple[float, tuple[int, int]]]:
    """Yield the ratios of the first thing to the second that sentences of a text assert, and their places."""
    sentences = split_sentences(text)
    for names, is_reversed in (
        ((comparison.first, comparison.second), False),
        ((comparison.second, comparison.first), True),
    ):
        for match in _compile_comparison(*names).finditer(text):
            if _is_about_measure(text, match, comparison) and _is_asserted(text, match, sentences):
                ratio = _parse_ratio(match["ratio"].lower())
                if ratio > 0:
                    yield (1 / ratio if is_reversed else ratio), match.span()
    for match in _UNKNOWN.finditer(text):
        value = parse_whole_quantity(match["value"])
        if value is not None and value.value > 0 and _is_asserted(text, match, sentences):
            yield value.value, match.span()


@lru_cache(maxsize=1024)
def _compile_comparison(subject: str, second: str) -> re.Pattern[str]:
    """Compile sentences that state how many times a subject is as large as another thing."""
    words = "|".join([*_FRACTIONS, *_MULTIPLES])
    ratio = rf"(?P<ratio>(?:\d+(?:\.\d+)?|{'|'.join(_NUMBERS)})\s?(?:times|x|×)|{words})"
    return re.compile(
        rf"(?:(?P<subject_measure>{_ANY_MEASURE})\sof\s)?(?:the\s)?(?:{_SHAPE}\s){{0,2}}{_make_name_pattern(subject)}"
        rf"(?:['’]s\s(?P<own_measure>{_ANY_MEASURE}))?\s{_HEDGES}{_VERB}\s{_HEDGES}{ratio}\s{_DETERMINERS}"
        rf"{_make_name_pattern(second)}",
        re.IGNORECASE,
    )


def _make_name_pattern(name: str) -> str:
    """Return the pattern of a name: points of a line or triangle in any order, other words as they are."""
    if not re.fullmatch(r"[A-Z]{2,3}", name):
        return rf"\b{re.escape(name)}(?![\w'’])"
    orders = sorted({"".join(points) for points in permutations(name)})
    return rf"(?-i:(?<![\w'’])(?:{'|'.join(orders)})(?![\w'’]))"


def _is_about_measure(text: str, match: re.Match[str], comparison: RatioQuestion) -> bool:
    """Return whether a sentence compares the measure of the question: not the bases of triangles for their areas."""
    respect = _OTHER_RESPECT.match(text, match.end())
    measures = [match["subject_measure"], match["own_measure"], match["other_measure"], respect and respect["measure"]]
    before = _MEASURE_BEFORE.search(text, max(match.start() - 60, 0), match.start())
    measures += [before and before["measure"], _MEASURES.get((match["adjective"] or "").lower())]
    return all(
        measure is None or measure.lower() in ("size", comparison.measure or measure.lower()) for measure in measures
    )


def _is_asserted(text: str, match: re.Match[str], sentences: Sequence[Sentence]) -> bool:
    """Return whether a sentence states a ratio without a condition, a bound or a denial."""
    sentence = find_sentence(sentences, match.start())
    before = text[sentence.start : match.start()]
    is_open = _CONDITION.search(before + match.group()) is not None
    is_open = is_open or _CALCULATED.match(text, match.end()) is not None
    return not is_open and not is_negated(before, "") and not text[: sentence.stop].rstrip(" *_").endswith("?")


def _parse_ratio(words: str) -> float:
    """Return the number of a ratio: "four times", "2.5 times", "half"."""
    value = _FRACTIONS.get(words) or _MULTIPLES.get(words)
    if value is not None:
        return value
    number = re.split(r"\s|x|×|times", words)[0]
    return _NUMBERS.get(number) or float(number)
