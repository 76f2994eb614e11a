"""Items of a multiple-choice benchmark: images, a question, its options and the letter of the right one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_uppercase

from core.question_types.question_type import AnswerForm
from core.records import Value

TEXT, QUESTION, OPTIONS, OPTIONS_IN_BRACKETS = "{text}", "{question}", "{options}", "{options (A)}"
"""Placeholders in a prompt: for a case's question and options; for the question alone; for the options alone, as lines
`A. ...`, or as lines `(A) ...`."""

LETTERS = ascii_uppercase
"""Letters of options, in their order."""

MOST_OPTIONS = len(LETTERS)
FEWEST_OPTIONS = 2


@dataclass(frozen=True, slots=True)
class ChoiceItem:
    """Content of one message, what is shown and asked, and its key.

    Attributes:
        item_id: unique within the benchmark.
        question_id: the task, that is, the kind of question.
        group_id: the unit of independence, such as the scene or the figure.
        images: paths of the image files, in the order in which they are shown.
        options: texts in the order of their letters A, B, C ...
        answer: the letter of the right option; of an open question, its truth.
        factors: levels by factor key.
        slot: the position in the group.
        sets: by protocol, the set to which the item belongs.
        foil: the letter of the option that the image plane suggests, or the answer to an open question; empty if none.
        margin: how far the truth is from a different option, in the unit of its question; None if it cannot be
            expressed as a number.
        numbers: values by measure key.
        meanings: for each option, the option that means the same for the image that is not mirrored; empty if each
            option means itself.
    """

    item_id: str
    question_id: str
    group_id: str
    images: tuple[Path, ...]
    question: str
    options: tuple[str, ...]
    answer: Value
    factors: Mapping[str, str] = field(default_factory=dict)
    slot: str = ""
    sets: Mapping[str, str] = field(default_factory=dict)
    foil: Value = ""
    margin: float | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)
    meanings: tuple[str, ...] = ()
    form: AnswerForm | None = None

    @property
    def key(self) -> int:
        """Index of the right option."""
        return LETTERS.index(str(self.answer))


def format_choice_text(question: str, options: Sequence[str]) -> str:
    """Return the question followed by its options, one per line as `A. ...`; this replaces `{text}` in a prompt."""
    return "\n".join(filter(None, [question, _format_options("{}. {}", options)]))


def fill_prompt(prompt: str, question: str, options: Sequence[str] = ()) -> str:
    """Return the prompt with a case's question and options filled in; all other text, braces too, stays unchanged."""
    texts = {
        TEXT: format_choice_text(question, options),
        QUESTION: question,
        OPTIONS: _format_options("{}. {}", options),
        OPTIONS_IN_BRACKETS: _format_options("({}) {}", options),
    }
    return _PLACE.sub(lambda place: texts[place[0]], prompt)


def has_place(prompt: str, *, for_options: bool = True) -> bool:
    """Return whether a prompt has a placeholder for the question, and one for the options if it needs one."""
    if TEXT in prompt:
        return True
    return QUESTION in prompt and (not for_options or OPTIONS in prompt or OPTIONS_IN_BRACKETS in prompt)


def has_options_in_text(question: str, options: Sequence[str]) -> bool:
    """Return whether a question names all of its options, as in `Answer with Yes/No.`; a prompt need not list them."""
    return all(re.search(rf"(?<!\w){re.escape(option)}(?!\w)", question, re.IGNORECASE) for option in options)


_PLACE = re.compile("|".join(map(re.escape, (TEXT, QUESTION, OPTIONS, OPTIONS_IN_BRACKETS))))


def _format_options(form: str, options: Sequence[str]) -> str:
    return "\n".join(form.format(letter, option) for letter, option in zip(LETTERS, options, strict=False))


def find_options_problem(options: Sequence[str]) -> str | None:
    """Return why the texts cannot be the options of a question; None if they can."""
    if not FEWEST_OPTIONS <= len(options) <= MOST_OPTIONS:
        return f"{len(options)} options; a question must have {FEWEST_OPTIONS} to {MOST_OPTIONS}"
    seen: dict[str, str] = {}
    for letter, option in zip(LETTERS, options, strict=False):
        same = " ".join(option.split()).casefold()
        if not same:
            return f"option {letter} is empty"
        if same in seen:
            return f"options {seen[same]} and {letter} are the same: {option[:60]!r}"
        seen[same] = letter
    return None
