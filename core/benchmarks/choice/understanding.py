"""Description of a table as `add` understood it: an example per kind of question, and the option if it is wrong."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from core.benchmarks.choice.benchmark_data import OPEN_PROMPT, PROMPT, WORDS
from core.benchmarks.choice.columns import TableColumns
from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.data import Terminology
from core.formatting import to_single_line
from core.question_types.registry import find_question_type

MAX_EXAMPLE = 70
"""Maximum number of characters of an example."""

_LETTER_PROMPT = "If the question has options, answer with the letter of the right option and nothing else."


def describe_understanding(columns: TableColumns, items: Sequence[ChoiceItem]) -> list[str]:
    """Return a line per column of the questions, then one per kind of question, each with the first row's example."""
    if not items:
        return []
    first = items[0]
    lines = [
        _describe("question", columns.question, first.question.split("\n")[0], "--question COLUMN"),
        _describe("image", ", ".join(columns.images), f"{len(first.images)} per question", "--image COLUMN"),
    ]
    kinds = Counter(item.form.kind if item.form else "choice" for item in items)
    for kind, count in kinds.items():
        example = next(item for item in items if (item.form.kind if item.form else "choice") == kind)
        lines.append(f"{count} questions of type {kind}: {_describe_kind(example)}")
    return lines


def choose_prompt(items: Sequence[ChoiceItem]) -> str:
    """Return the prompt of a benchmark: open questions say how to answer, options need a sentence about letters."""
    are_open = [item.form is not None for item in items]
    return OPEN_PROMPT if all(are_open) else f"{OPEN_PROMPT}\n{_LETTER_PROMPT}" if any(are_open) else PROMPT


def choose_words(items: Sequence[ChoiceItem]) -> Terminology:
    """Return the words of a benchmark with open questions: the score's meaning is that of their rules."""
    kinds = dict.fromkeys(item.form.kind for item in items if item.form is not None)
    types = [question_type for kind in kinds if (question_type := find_question_type(kind)) is not None]
    rules = " ".join(f"{question_type.title.capitalize()}: {question_type.rule}" for question_type in types)
    return replace(
        WORDS, score="score", score_meaning=to_single_line(f"Mean score of the readable answers. {rules}")[:500]
    )


def _describe(what: str, column: str, example: str, option: str) -> str:
    return f"{what} = {column}, as in {_shorten(example)!r} (if wrong: {option})"


def _describe_kind(item: ChoiceItem) -> str:
    if item.form is None:
        right = item.options[item.key] if isinstance(item.answer, str) and item.options else ""
        return f"as in {item.answer} = {_shorten(right)!r} (if wrong: --answer-form, --options)"
    question_type = find_question_type(item.form.kind)
    answer_text = question_type.format(item.answer) if question_type else str(item.answer)
    unit = f" {item.form.unit}" if item.form.unit else ""
    meaning = question_type.rule if question_type else ""
    option = "--type, --rule, --unit" if question_type and question_type.is_number else "--type, --rule, --region"
    return f"as in {_shorten(answer_text)}{unit}. Score: {meaning} (If wrong: {option})"


def _shorten(text: str) -> str:
    line = to_single_line(text)
    return line if len(line) <= MAX_EXAMPLE else f"{line[: MAX_EXAMPLE - 1]}…"
