"""Questions with several right letters, and the parser of replies to them.

The value of an answer is the set of its letters as one word, `AC`; it is right if the sets are equal. A case of such a
question has no separate options: the letters name figures within its image.
"""

from collections.abc import Mapping
from itertools import combinations

from core.benchmarks.cases import Case
from core.parsing.choice.evidence import LABELS
from core.parsing.choice.letter_sets import join_letters
from core.parsing.choice.multiple_answers import parse_multiple_answers
from core.parsing.deciding_words import DecidingWords
from core.parsing.values import MAX_STATED_CHARACTERS
from core.records import Answer, Question

LETTERED_FIGURES = ("a", "b", "c", "d")
"""Names of the figures within an image, which are the options."""


def make_set_question(question_id: str, title: str) -> Question:
    """Return a question whose answer is any set of the letters."""
    return Question(question_id, question_id, title, "letters of all right options", "name", options=list_sets())


def list_sets() -> tuple[str, ...]:
    """Return all sets of letters as words, the smallest first."""
    indexes = range(len(LETTERED_FIGURES))
    return tuple(join_letters(chosen) for size in (0, *indexes, len(indexes)) for chosen in combinations(indexes, size))


def read_set_answer(raw: str | None, case: Case) -> Mapping[str, Answer]:
    """Return the set of letters that a reply chooses."""
    question = case.text or ""
    return {case_question.question_id: _read(case_question.question_id, raw, question) for case_question in case.asks}


def find_set_words(raw: str, case: Case) -> tuple[DecidingWords, ...]:
    """Return the words of a reply from which its set of letters was read."""
    reading = parse_multiple_answers(raw, LETTERED_FIGURES, case.text or "")
    if reading.span is None:
        return ()
    return tuple(
        DecidingWords(case_question.question_id, *reading.span, LABELS.get(reading.evidence, ""))
        for case_question in case.asks
    )


def _read(question_id: str, raw: str | None, question: str) -> Answer:
    if raw is None or not raw.strip():
        return Answer(question_id, "missing", reason="the reply is empty")
    reading = parse_multiple_answers(raw, LETTERED_FIGURES, question)
    value = reading.stated if reading.status == "invalid" else reading.letter
    stated = None if reading.stated is None else reading.stated[:MAX_STATED_CHARACTERS]
    return Answer(question_id, reading.status, value, stated, reading.reason, reading.note)
