"""Rules that suggest a failure code for a wrong answer from what is known about it. A person decides."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.analyses.answer_habits import FEWEST_ANSWERS, HABIT_EXCESS, HABIT_SHARE, CommonestAnswer
from core.formatting import format_number
from core.records import EXACT_KINDS

NEAR_FOIL = 0.5
"""Largest distance to the image plane's value, as a share of its distance to the truth, for the rule on numbers."""

NEAR = 0.02
"""Relative deviation up to which two numbers are the same for the rule on units."""

_MIRRORED = (
    ("left", "right"),
    ("clockwise", "counterclockwise"),
    ("clockwise", "anticlockwise"),
    ("clockwise", "counter-clockwise"),
    ("above", "below"),
    ("in front of", "behind"),
    ("front", "back"),
    ("nearer", "farther"),
    ("closer", "farther"),
    ("toward", "away from"),
    ("towards", "away from"),
    ("east", "west"),
    ("north", "south"),
    ("up", "down"),
    ("upper", "lower"),
    ("top", "bottom"),
)

_UNITS = (
    (10.0, "a factor of 10"),
    (100.0, "a factor of 100, such as metres for centimetres"),
    (1000.0, "a factor of 1,000"),
    (2.54, "a factor of 2.54, inches for centimetres"),
    (180 / math.pi, "a factor of 57.3, radians for degrees"),
)

_LETTER_AND_TEXT = re.compile(r"(?<![A-Za-z])\(?([A-Z])[).:]\)?\s*([^\n]{1,200})")


@dataclass(frozen=True, slots=True)
class FailedAnswer:
    """A wrong or unreadable answer with what the rules need.

    Attributes:
        kind: of the question.
        value: letter, class or number; None if it could not be read.
        foil: the same of the image-plane truth; None if there is none.
        options: texts in the order of letters; empty if the question has none.
        is_contradicted: whether another answer of the same reply contradicts it.
        code: the answer's code; None if it could not be read.
        commonest: the run's commonest answer to the question; None if it is not known.
    """

    kind: str
    status: str
    value: str | float | None
    truth: str | float | None
    foil: str | float | None
    options: Sequence[str]
    raw: str
    is_contradicted: bool = False
    code: float | None = None
    commonest: CommonestAnswer | None = None


@dataclass(frozen=True, slots=True)
class CodeSuggestion:
    """A suggested code: its name, its definition for the codebook, and the reason for this answer."""

    name: str
    definition: str
    reason: str


def suggest_codes(answer: FailedAnswer) -> list[CodeSuggestion]:
    """Return the codes that rules suggest for a failed answer, the most specific first."""
    rules = (
        _suggest_unreadable,
        _suggest_wrong_letter,
        _suggest_image_plane,
        _suggest_mirrored,
        _suggest_unit,
        _suggest_off_by_one,
        _suggest_contradiction,
        _suggest_habit,
    )
    return [suggestion for rule in rules if (suggestion := rule(answer)) is not None]


def _suggest_unreadable(answer: FailedAnswer) -> CodeSuggestion | None:
    if answer.status == "ok":
        return None
    definition = "The reply does not state an answer in a form that can be read."
    return CodeSuggestion("Unreadable form", definition, "No answer could be read from the reply.")


def _suggest_wrong_letter(answer: FailedAnswer) -> CodeSuggestion | None:
    """Suggest that the text was right: the reply has another option's letter beside the right option's text."""
    chosen_text, right = _get_option(answer, answer.value), _get_option(answer, answer.truth)
    if not chosen_text or not right:
        return None
    for letter, text in reversed(_LETTER_AND_TEXT.findall(answer.raw)):
        if letter != answer.truth and letter == answer.value and _has_prefix(text, right, chosen_text):
            definition = "The reply states the right option's text with another option's letter."
            return CodeSuggestion(
                "Right text, wrong letter", definition, f"The reply has “{right}” beside the letter {letter}."
            )
    return None


def _suggest_image_plane(answer: FailedAnswer) -> CodeSuggestion | None:
    if answer.foil is None or answer.value is None or answer.foil == answer.truth:
        return None
    definition = "The answer is that of the image plane (2D), not of the scene."
    if isinstance(answer.value, str):
        is_foil = answer.value == answer.foil
        reason = f"The answer is {answer.value}, as in the image plane (2D)."
    else:
        truth, foil = float(answer.truth or 0), float(answer.foil)
        is_foil = abs(answer.value - foil) <= NEAR_FOIL * abs(foil - truth)
        reason = f"The answer is close to the image plane's value, {format_number(foil, 2)}, and not to the truth."
    return CodeSuggestion("Image-plane answer", definition, reason) if is_foil else None


def _suggest_mirrored(answer: FailedAnswer) -> CodeSuggestion | None:
    chosen_text = _get_option(answer, answer.value) or (answer.value if isinstance(answer.value, str) else "")
    right = _get_option(answer, answer.truth) or (answer.truth if isinstance(answer.truth, str) else "")
    for pair in _MIRRORED:
        for first, second in (pair, pair[::-1]):
            pattern = rf"(?<![\w-]){re.escape(first)}(?![\w-])"
            mirrored, n_changes = re.subn(pattern, second, right.casefold())
            if n_changes and mirrored == chosen_text.casefold():
                definition = "The answer is the mirror image of the truth, such as left for right."
                return CodeSuggestion("Mirrored answer", definition, f"The answer has “{second}” for “{first}”.")
    return None


def _suggest_unit(answer: FailedAnswer) -> CodeSuggestion | None:
    value, truth = _get_number(answer, answer.value), _get_number(answer, answer.truth)
    if value is None or truth is None or value == 0 or truth == 0:
        return None
    ratio = abs(value / truth)
    for factor, words in _UNITS:
        if math.isclose(ratio, factor, rel_tol=NEAR) or math.isclose(ratio, 1 / factor, rel_tol=NEAR):
            definition = "The number is right in another unit or another power of ten."
            return CodeSuggestion("Off by a unit", definition, f"Answer and truth differ by {words}.")
    for whole in (90.0, 180.0) if answer.kind == "angle" else ():
        if math.isclose(value + truth, whole, abs_tol=1) and not math.isclose(value, truth, abs_tol=2):
            definition = "The answer is the complementary or supplementary angle."
            return CodeSuggestion("Complementary angle", definition, f"Answer and truth add up to {whole:.0f}°.")
    return None


def _suggest_off_by_one(answer: FailedAnswer) -> CodeSuggestion | None:
    value, truth = _get_number(answer, answer.value), _get_number(answer, answer.truth)
    if value is None or truth is None or value != int(value) or truth != int(truth) or abs(value - truth) != 1:
        return None
    return CodeSuggestion("Off by one", "A count is one too high or one too low.", "Answer and truth differ by one.")


def _suggest_contradiction(answer: FailedAnswer) -> CodeSuggestion | None:
    if not answer.is_contradicted:
        return None
    definition = "Two answers of the same reply exclude each other."
    return CodeSuggestion("Contradiction", definition, "Another answer of the same reply contradicts this one.")


def _suggest_habit(answer: FailedAnswer) -> CodeSuggestion | None:
    common = answer.commonest
    if common is None or answer.code != common.value or common.n < FEWEST_ANSWERS or answer.kind not in EXACT_KINDS:
        return None
    share = common.said / common.n
    if share < HABIT_SHARE or share - common.true / common.n < HABIT_EXCESS:
        return None
    definition = "The model gives the same answer whatever the case shows."
    reason = f"It is {common.said:,} of the model's {common.n:,} answers of this kind; correct are {common.true:,}."
    return CodeSuggestion("Habit", definition, reason)


def _get_option(answer: FailedAnswer, letter: str | float | None) -> str:
    if not isinstance(letter, str) or len(letter) != 1 or not answer.options:
        return ""
    index = ord(letter) - ord("A")
    return str(answer.options[index]) if 0 <= index < len(answer.options) else ""


def _has_prefix(text: str, right: str, chosen_text: str) -> bool:
    """Return whether a text begins with the right option, and not with the chosen one."""
    stated, first, second = (" ".join(words.casefold().split()) for words in (text, right, chosen_text))
    is_right = re.match(rf"\W*{re.escape(first)}(?!\w)", stated) is not None
    return is_right and (second.startswith(first) is False or not stated.startswith(second))


def _get_number(answer: FailedAnswer, value: str | float | None) -> float | None:
    """Return a number, or that of an option whose text begins with one and has no other."""
    if isinstance(value, float | int):
        return float(value)
    numbers = re.findall(r"-?\d+(?:\.\d+)?", _get_option(answer, value))
    return float(numbers[0]) if len(numbers) == 1 else None
