"""Right answers of log rows: the letter of an option, or the truth of an open question."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from core.benchmarks.choice.answer_key import find_key_letter
from core.benchmarks.choice.cells import CellError
from core.benchmarks.choice.items import LETTERS
from core.benchmarks.choice.open_rows import CHOICE, describe_form, guess_type
from core.benchmarks.choice.open_truths import read_plain_truth
from core.errors import ImageError, ReleaseError
from core.importers.question_matching import normalise_option
from core.importers.records import ImportedReply
from core.parsing.open_answers.texts import MAX_ANSWER
from core.question_types.question_type import AnswerForm
from core.question_types.regions import parse_region
from core.question_types.registry import DEFAULT_RULES, find_question_type

NO_OPTIONS = "it has no options, and its target is a letter; the log does not state what the letters mean"

_PAIRS = (("Yes", "No"), ("True", "False"))
"""Options of questions that need not list them."""


@dataclass(frozen=True, slots=True)
class LogAnswer:
    """The right answer of a row.

    Attributes:
        options: of the question; none if it is open.
        right: the right answer in one form for all logs.
        cells: cells of the benchmark's table.
    """

    options: tuple[str, ...]
    right: str
    cells: Mapping[str, object]


def find_options(row: ImportedReply) -> tuple[str, ...] | None:
    """Return the options of a row; those of a yes/no question are known even if the log does not list them."""
    if row.options is not None:
        return row.options
    target = row.target.strip().rstrip(".").casefold()
    return next((pair for pair in _PAIRS if target in map(str.casefold, pair)), None)


def read_log_answer(
    row: ImportedReply, question: str, measure_size: Callable[[], tuple[int, int]], rule: str = ""
) -> LogAnswer | str:
    """Return the right answer of a row that states a target, or the reason why it cannot be used.

    Args:
        row: with its target.
        question: its text, in which a unit may be named.
        measure_size: returns width and height of the image in pixels.
        rule: by which open questions of its type are scored; the type's default otherwise.
    """
    options = find_options(row)
    if options is None:
        return _read_open_answer(row.target, question, measure_size, rule)
    target = row.target if row.options is not None else row.target.strip().rstrip(".")
    letter = find_key_letter(target, options, "letter") or find_key_letter(target, options, "text")
    if letter is None:
        return f"its target {row.target[:60]!r} is not one of its options"
    return LogAnswer(options, normalise_option(options[LETTERS.index(letter)]), {"answer": letter})


def _read_open_answer(
    target: str, question: str, measure_size: Callable[[], tuple[int, int]], rule: str
) -> LogAnswer | str:
    name = guess_type(target)
    if name == CHOICE:
        return NO_OPTIONS
    if name == "text" and (len(target) > MAX_ANSWER or target.lstrip().startswith("{")):
        return f"its target {target[:60]!r} is not a number, a point, a box or a text of at most {MAX_ANSWER} letters"
    try:
        size_px = measure_size() if name in ("point", "box") else None
        truth, unit = read_plain_truth(name, target, size_px, question)
    except CellError as error:
        return f"its target: {error.args[-1]}"
    except ImageError as error:
        return f"its image: {error}"
    is_single = name == "point" and parse_region(str(truth)).point is not None
    question_type = find_question_type(f"{name}:{_choose_rule(name, rule, is_single=is_single)}")
    if question_type is None or (problem := question_type.find_problem(truth)):
        return f"its target {target[:60]!r}: {problem if question_type else 'no type of questions has such answers'}"
    form = AnswerForm(question_type.kind, unit, size_px)
    form = replace(form, chance=question_type.compute_chance(truth, form))
    return LogAnswer((), str(truth), {"answer": truth, "form": json.dumps(describe_form(form))})


def check_rule(rule: str) -> None:
    """Check that some type of questions has a rule; an empty one is the default.

    Raises:
        ReleaseError: no type has it.
    """
    if rule and not any(_has_rule(name, rule) for name in DEFAULT_RULES):
        raise ReleaseError(
            f"--rule {rule}: {rule!r} is not a rule of any type of questions. Use one such as mra, count, within 5, "
            "angular, distance or 0.5"
        )


def _has_rule(name: str, rule: str) -> bool:
    try:
        return find_question_type(f"{name}:{rule}") is not None
    except ValueError:
        return False


def _choose_rule(name: str, rule: str, *, is_single: bool) -> str:
    """Return the wanted rule if the type has it, else the default; a single point is only scored by its distance."""
    if is_single:
        return "distance"
    return rule if rule and _has_rule(name, rule) else DEFAULT_RULES[name]
