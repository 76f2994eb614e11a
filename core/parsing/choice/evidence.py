"""Candidate answers of a reply to a multiple-choice question, each with its evidence.

Source of the order: docs/methods/reading_replies.md, "Order of evidence".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from core.parsing.answer_phrases import find_announcements
from core.parsing.choice.reply_context import LABELLED_LINE, MAX_CONTEXT_CHARACTERS, ReplyContext
from core.parsing.choice.result import ChoiceReading, make_chosen_reading, make_invalid_reading, make_unparsed_reading
from core.parsing.choice.statement import OptionStatement, read_statement
from core.parsing.context import (
    has_question_opening,
    is_doubted,
    is_hypothetical,
    is_negated,
    is_question,
    is_rejected_noun,
    is_tentative,
)
from core.parsing.json_answer import JsonAnswer
from core.parsing.word_lists import load_word_table


class ChoiceEvidence(IntEnum):
    """The strength of the evidence that a candidate is the reply's answer; a higher one overrides all lower ones."""

    STATED = 5
    CONCLUDED = 4
    LEADING = 3
    SET_APART = 2
    MENTIONED = 1


LABELS = load_word_table("evidence_of_options")
"""Names of the kinds of evidence on pages."""


@dataclass(frozen=True, slots=True)
class ChoiceCandidate:
    """An answer that a reply may give.

    Attributes:
        evidence: its strength.
        kind: a key of `LABELS`.
        statement: the statement with its span.
        start: start of the candidate, including its announcement.
    """

    evidence: ChoiceEvidence
    kind: str
    statement: OptionStatement
    start: int


_TRUTH_WORDS = {"True": "Yes", "False": "No"}
"""Meaning of JSON truth values among the options Yes and No."""


def read_json_answer(answer: JsonAnswer, options: Sequence[str]) -> OptionStatement | None:
    """Return the statement in the value of an answer key; None if it is not an option."""
    if answer.is_right is False:
        return OptionStatement(answer.start, answer.stop, problem="its JSON calls the answer wrong")
    values = [
        _TRUTH_WORDS.get(value, value) if "yes" in {option.strip(" .").lower() for option in options} else value
        for value in answer.value
    ]
    statements = [statement for value in values if (statement := read_statement(f'"{value}"', 0, options))]
    letters = tuple(dict.fromkeys(letter for statement in statements for letter in statement.letters))
    if len(letters) > 1 and len(statements) > 1:
        problem = f"it states several letters, {' and '.join(letters)}"
        return OptionStatement(answer.start, answer.stop, letters, problem=problem)
    if not statements:
        return None
    first = statements[0]
    return OptionStatement(answer.start, answer.stop, first.letters, first.beyond, first.is_by_text, first.problem)


def find_stated(context: ReplyContext, blocked: Sequence[tuple[int, int]]) -> Iterator[ChoiceCandidate]:
    """Yield the statements of announcements, without those that are denied, hypothetical, tentative or asked."""
    text = context.text
    has_stated = False
    for announcement in find_announcements(text):
        if has_stated and announcement.kind == "sentence" and context.is_in_brackets(announcement.start):
            continue
        if any(start <= announcement.start < stop for start, stop in blocked):
            continue
        sentence, before, _ = context.split_around(announcement.start, announcement.stop)
        is_asked = announcement.kind == "sentence" and is_question(
            text[max(sentence.start, sentence.stop - MAX_CONTEXT_CHARACTERS) : sentence.stop]
        )
        if is_asked and has_question_opening(text[sentence.start : sentence.start + MAX_CONTEXT_CHARACTERS]):
            continue
        if announcement.kind in ("sentence", "label") and (
            is_rejected_noun(before)
            or is_hypothetical(before, "")
            or is_tentative(before, "")
            or is_negated(before if is_doubted(before) else re.split(r"[,;]", before)[-1], "")
        ):
            continue
        statement = read_statement(text, announcement.stop, context.options)
        if statement is None or (
            announcement.kind == "label" and _is_followed_by_list(text, announcement.stop, context)
        ):
            continue
        if statement.beyond and are_truth_values(context.options):
            continue
        if statement.beyond and announcement.kind == "sentence" and not is_statement_end(text[statement.stop :]):
            continue
        _, _, behind = context.split_around(statement.start, statement.stop)
        if not statement.problem and announcement.kind not in ("box", "tag"):
            between = text[announcement.start : statement.start]
            if is_negated(between, behind) or is_hypothetical("", behind) or is_tentative(between, ""):
                continue
        has_stated = True
        yield ChoiceCandidate(ChoiceEvidence.STATED, announcement.kind, statement, announcement.start)


def _is_followed_by_list(text: str, index: int, context: ReplyContext) -> bool:
    """Return whether lines that begin with the letters of all options follow: "Checking each option:", then a list."""
    labels = {match[1].upper() for match in LABELLED_LINE.finditer(text, index)}
    return len(labels & set(context.letters)) > 1 and text[index:].lstrip(" ").startswith("\n")


def are_truth_values(options: Sequence[str]) -> bool:
    """Return whether the options are Yes and No or True and False, which prompts never give letters."""
    return {option.strip(" .").lower() for option in options} in ({"yes", "no"}, {"true", "false"})


def is_statement_end(behind: str) -> bool:
    """Return whether the clause ends here."""
    return re.match(r"[\s\"'`*_)\]$}]{0,6}(?:[.,;:!(\n-]|\Z|\b(?:as|since|because|for)\b)", behind) is not None


def describe_text_reading(letter: str) -> str:
    """Return the note on an option that was recognised by its text."""
    return f"the option's text read as {letter}"


def make_reading(candidate: ChoiceCandidate, text: str, letters: str) -> ChoiceReading:
    """Return the reading that a candidate gives, with its span in the plain text."""
    statement = candidate.statement
    span = (statement.start, statement.stop)
    stated = text[slice(*span)].strip()
    if statement.problem:
        return replace(make_unparsed_reading(statement.problem, stated), span=span, evidence=candidate.kind)
    if statement.beyond:
        return replace(make_invalid_reading(statement.beyond, letters), span=span, evidence=candidate.kind)
    letter = statement.letters[0]
    note = describe_text_reading(letter) if statement.is_by_text else None
    if not statement.is_by_text and stated[:1].islower():
        note = f"{stated[:1]!r} read as {letter}"
    return replace(make_chosen_reading(letter, stated, note), span=span, evidence=candidate.kind)


def format_letters(letters: Iterable[str]) -> str:
    """Return the letters in words: "A, B and C"."""
    *first, last = sorted(letters)
    return f"{', '.join(first)} and {last}" if first else last
