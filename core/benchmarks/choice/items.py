"""An item of a multiple-choice benchmark: pictures, a question, its options and the letter of the right one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_uppercase

TEXT, QUESTION, OPTIONS, OPTIONS_IN_BRACKETS = "{text}", "{question}", "{options}", "{options (A)}"
"""In a prompt: the place of a case's question and options; of the question alone; of the options alone, as lines
`A. ...`, or as lines `(A) ...`."""

LETTERS = ascii_uppercase
"""Of options, in their order."""

MOST_OPTIONS = len(LETTERS)
FEWEST_OPTIONS = 2


@dataclass(frozen=True, slots=True)
class ChoiceItem:
    """What is shown and asked in one message, and the key to it.

    Attributes:
        item_id: unique within the benchmark.
        question_id: the task: what kind of question this is.
        group_id: the unit of independence, as the scene or the figure.
        images: paths of the pictures' files, in the order in which they are shown.
        options: texts in the order of their letters A, B, C ...
        answer: the letter of the right option.
        factors: level by the key of a factor.
        slot: the place in the group.
        sets: by protocol, the set that the item counts in.
        foil: the letter of the option that the flat picture suggests; empty where it suggests none.
        margin: how far the truth is from being another option, in the unit of its question; None where that is no
            number.
        numbers: value by the key of a measure.
        meanings: of each option, the one that says the same of the picture that is not mirrored; empty where each is
            its own.
    """

    item_id: str
    question_id: str
    group_id: str
    images: tuple[Path, ...]
    question: str
    options: tuple[str, ...]
    answer: str
    factors: Mapping[str, str] = field(default_factory=dict)
    slot: str = ""
    sets: Mapping[str, str] = field(default_factory=dict)
    foil: str = ""
    margin: float | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)
    meanings: tuple[str, ...] = ()

    @property
    def key(self) -> int:
        """The index of the right option."""
        return LETTERS.index(self.answer)


def format_choice_text(question: str, options: Sequence[str]) -> str:
    """The question with its options on lines of their own as `A. ...`: what `{text}` in a prompt stands for."""
    return "\n".join(filter(None, [question, _format_options("{}. {}", options)]))


def fill_prompt(prompt: str, question: str, options: Sequence[str] = ()) -> str:
    """The prompt with a case's question and options in their places; all other signs, braces too, stay as they are."""
    texts = {
        TEXT: format_choice_text(question, options),
        QUESTION: question,
        OPTIONS: _format_options("{}. {}", options),
        OPTIONS_IN_BRACKETS: _format_options("({}) {}", options),
    }
    return _PLACE.sub(lambda place: texts[place[0]], prompt)


def has_place(prompt: str, *, for_options: bool = True) -> bool:
    """Whether a prompt has a place for the question, and one for the options where it needs one."""
    if TEXT in prompt:
        return True
    return QUESTION in prompt and (not for_options or OPTIONS in prompt or OPTIONS_IN_BRACKETS in prompt)


def has_options_in_text(question: str, options: Sequence[str]) -> bool:
    """Whether a question names all of its options itself, as in `Answer with Yes/No.`; a prompt need not list them."""
    return all(re.search(rf"(?<!\w){re.escape(option)}(?!\w)", question, re.IGNORECASE) for option in options)


_PLACE = re.compile("|".join(map(re.escape, (TEXT, QUESTION, OPTIONS, OPTIONS_IN_BRACKETS))))


def _format_options(form: str, options: Sequence[str]) -> str:
    return "\n".join(form.format(letter, option) for letter, option in zip(LETTERS, options, strict=False))


def find_options_problem(options: Sequence[str]) -> str | None:
    """Why the texts cannot be the options of a question; None where they can."""
    if not FEWEST_OPTIONS <= len(options) <= MOST_OPTIONS:
        return f"{len(options)} options; a question has {FEWEST_OPTIONS} to {MOST_OPTIONS}"
    seen: dict[str, str] = {}
    for letter, option in zip(LETTERS, options, strict=False):
        same = " ".join(option.split()).casefold()
        if not same:
            return f"option {letter} is empty"
        if same in seen:
            return f"options {seen[same]} and {letter} are the same: {option[:60]!r}"
        seen[same] = letter
    return None
