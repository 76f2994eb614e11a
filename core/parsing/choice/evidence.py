"""Candidate answers of a reply to a multiple-choice question, each with its evidence.

Source of the order: docs/methods/reading_replies.md, "Order of evidence".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from core.parsing.answer_phrases import find_announcements
from core.parsing.choice.equations import find_equation_result
from core.parsing.choice.letters import LetterMention
from core.parsing.choice.option_text import OptionMention
from core.parsing.choice.reply_context import LABELLED_LINE, MAX_CONTEXT_CHARACTERS, ReplyContext
from core.parsing.choice.result import ChoiceReading, make_chosen_reading, make_invalid_reading, make_unparsed_reading
from core.parsing.choice.statement import OptionStatement, read_letter_with_text, read_statement
from core.parsing.choice.verdicts import find_verdict
from core.parsing.context import (
    CORRECTION_WORDS,
    Sentence,
    has_conclusion_opening,
    has_question_opening,
    is_concluded,
    is_correction,
    is_doubted,
    is_hypothetical,
    is_negated,
    is_question,
    is_rejected_noun,
    is_tentative,
)
from core.parsing.json_answer import JsonAnswer
from core.parsing.negative_polarity import is_withdrawn


class ChoiceEvidence(IntEnum):
    """The strength of the evidence that a candidate is the reply's answer; a higher one overrides all lower ones."""

    STATED = 5
    CONCLUDED = 4
    LEADING = 3
    SET_APART = 2
    MENTIONED = 1


LABELS = {
    "whole": "the whole reply",
    "json": "an answer key in JSON",
    "box": "a box",
    "tag": "an answer tag",
    "label": "a label such as “Answer:”",
    "sentence": "a sentence that states the answer",
    "correction": "a correction",
    "last line": "the last line",
    "conclusion": "a conclusion",
    "predicate": "a sentence that accepts it",
    "verdict": "a verdict on each option",
    "first line": "the beginning of the reply",
    "subject": "the subject of a sentence that accepts it",
    "set apart": "a letter that is set apart",
    "letter": "the only letter",
    "text": "the only option's text",
    "words": "words of one option only",
    "number": "the number of an option",
    "restated": "the statement itself, or its opposite",
}
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

_ACCEPTS = re.compile(
    r"""["'`*_)\]\s.:]{0,6}\s?
        (?: (?:is|must\ be|has\ to\ be|seems|looks|remains|ist|es|est|é|è)\s{1,4}
            (?:clearly\s|also\s|indeed\s|therefore\s|thus\s|definitely\s|the\s|most\s|only\s|la\s|le\s|die\s|el\s|my\s){0,3}
            (?:correct|right(?!\s(?:of|next|beside|above|below|side|behind))|best|true|richtig|korrekt|likely|accurate
              |better|closest|intended|correct[aeo]?|juste|exacte|corret[ao]|cert[ao]|giusta|answer)\b
          | (?:clearly\s|obviously\s|indeed\s|also\s)?(?:fits|matches|works|describes|agrees)
            (?:\s(?:best|exactly|perfectly|everything|all))\b
          | ✅|✓|✔ | 正确|正確|对(?!称)|對(?!稱)|(?:是|が|이)?\s?(?:正解|정답) )""",
    re.IGNORECASE | re.VERBOSE,
)
_ALL_EXCEPT = re.compile(
    r"\b(?:all|every|everything|any)\b[^.\n]{0,40}\b(?:except|but|besides|other than)[\s(*]{1,4}\Z", re.I
)
_CORRECTION_ENDS = re.compile(rf"{CORRECTION_WORDS}\Z", re.IGNORECASE)
_REMAINS = re.compile(r"[\"'`*_)\]]{0,4}\s(?:remains|is\sleft)(?=\s{0,3}(?:[.!,;]|\Z))")
_SUBJECT = re.compile(
    r"""["'`*_)\]]{0,4}\s{1,3}(?:clearly\s|best\s|obviously\s|indeed\s|correctly\s|directly\s){0,2}
        (?:makes\ssense|shows|gives|fits|matches|works|describes|agrees|captures|represents|corresponds|holds|applies)\b""",
    re.IGNORECASE | re.VERBOSE,
)


def read_json_answer(found: JsonAnswer, options: Sequence[str]) -> OptionStatement | None:
    """Return the statement in the value of an answer key; None if it is not an option."""
    if found.is_right is False:
        return OptionStatement(found.start, found.stop, problem="its JSON calls the answer wrong")
    values = [
        _TRUTH_WORDS.get(value, value) if "yes" in {option.strip(" .").lower() for option in options} else value
        for value in found.value
    ]
    statements = [statement for value in values if (statement := read_statement(f'"{value}"', 0, options))]
    letters = tuple(dict.fromkeys(letter for statement in statements for letter in statement.letters))
    if len(letters) > 1 and len(statements) > 1:
        problem = f"it states several letters, {' and '.join(letters)}"
        return OptionStatement(found.start, found.stop, letters, problem=problem)
    if not statements:
        return None
    first = statements[0]
    return OptionStatement(found.start, found.stop, first.letters, first.beyond, first.is_by_text, first.problem)


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
        if statement.beyond and announcement.kind == "sentence" and not _is_statement_end(text[statement.stop :]):
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


def find_concluded(
    context: ReplyContext, mentions: Sequence[LetterMention | OptionMention]
) -> Iterator[ChoiceCandidate]:
    """Yield letters and texts that a conclusion, a correction or an accepting predicate names, and verdicts on all."""
    text = context.text
    for mention in mentions:
        statement = _make_statement(context, mention)
        is_letter = isinstance(mention, LetterMention)
        is_only_one_left = isinstance(mention, LetterMention) and _is_only_one_left(context, mention)
        if not is_only_one_left and not context.is_asserted(mention.start, max(statement.stop, mention.stop)):
            continue
        sentence, before, behind = context.split_around(mention.start, mention.stop)
        if isinstance(mention, LetterMention) and mention.form == "name":
            continue
        is_direct = is_letter or is_concluded(before) or _CORRECTION_ENDS.search(before) is not None
        is_stated = _is_statement_end(behind) or (is_letter and _ACCEPTS.match(behind) is not None)
        is_corrected = is_correction(before) and is_direct and is_stated
        if is_corrected and not is_tentative(before[-20:], behind):
            yield ChoiceCandidate(ChoiceEvidence.STATED, "correction", statement, sentence.start)
        elif _is_conclusion(context, mention, sentence, before, behind):
            yield ChoiceCandidate(ChoiceEvidence.CONCLUDED, "conclusion", statement, mention.start)
        elif is_letter and is_withdrawn(behind):
            continue
        elif is_letter and (_ACCEPTS.match(behind) or _REMAINS.match(behind) or is_only_one_left):
            yield ChoiceCandidate(ChoiceEvidence.CONCLUDED, "predicate", statement, mention.start)
        elif is_letter and _SUBJECT.match(behind) and not before.strip(" *_\"'`(>-"):
            yield ChoiceCandidate(ChoiceEvidence.SET_APART, "subject", statement, mention.start)
    verdict = find_verdict(text, context.letters, context.options)
    result = find_equation_result(text, context.options, context.letters, len(context.sentences))
    if result:
        statement = OptionStatement(result.start, result.stop, (result.letter,), is_by_text=True)
        yield ChoiceCandidate(ChoiceEvidence.CONCLUDED, "conclusion", statement, result.start)
    if verdict:
        statement = OptionStatement(verdict.start, verdict.stop, (verdict.letter,))
        yield ChoiceCandidate(ChoiceEvidence.CONCLUDED, "verdict", statement, verdict.start)
    elif left := _find_remaining_option(context, mentions):
        yield ChoiceCandidate(ChoiceEvidence.CONCLUDED, "verdict", left, left.start)


def _find_remaining_option(
    context: ReplyContext, mentions: Sequence[LetterMention | OptionMention]
) -> OptionStatement | None:
    """Return the option that a whole reply leaves by denying each of the others: "Not A, not B, not C"."""
    letters = [mention for mention in mentions if isinstance(mention, LetterMention)]
    named = {mention.letter for mention in letters}
    if len(context.letters) <= 2 or len(named) != len(context.letters) - 1 or len(letters) != len(mentions):
        return None
    if not context.text.rstrip(" \n*_)\"'").endswith((".", "!", "✗", "❌")) or not all(
        _is_denied(context, mention) for mention in letters
    ):
        return None
    (left,) = set(context.letters) - named
    return OptionStatement(letters[0].start, letters[-1].stop, (left,))


def _is_denied(context: ReplyContext, mention: LetterMention) -> bool:
    """Return whether an unconditional statement denies that a letter is the answer."""
    sentence, before, behind = context.split_around(mention.start, mention.stop)
    if is_question(context.text[sentence.start : sentence.stop]) or is_hypothetical(before, behind):
        return False
    return is_negated(before, behind) and not is_doubted(before)


def _is_only_one_left(context: ReplyContext, mention: LetterMention) -> bool:
    """Return whether the sentence denies all options except this one."""
    _, before, behind = context.split_around(mention.start, mention.stop)
    return _ALL_EXCEPT.search(before) is not None and is_negated("", behind)


def _is_conclusion(
    context: ReplyContext, mention: LetterMention | OptionMention, sentence: Sentence, before: str, behind: str
) -> bool:
    """Return whether a mention concludes: right after "so", or a text at the end of a last sentence that concludes."""
    is_letter = isinstance(mention, LetterMention)
    if is_concluded(before) and not is_tentative(before[-30:], behind) and (is_letter or _is_statement_end(behind)):
        return True
    is_last = sentence in context.sentences[-2:]
    ends = not is_letter and has_conclusion_opening(before) and _is_sentence_end(behind)
    return is_last and ends and not is_tentative(before, "")


def _is_statement_end(behind: str) -> bool:
    """Return whether the clause ends here."""
    return re.match(r"[\s\"'`*_)\]$}]{0,6}(?:[.,;:!(\n-]|\Z|\b(?:as|since|because|for)\b)", behind) is not None


def _is_sentence_end(behind: str) -> bool:
    """Return whether the sentence ends here."""
    return re.fullmatch(r"[\s\"'`*_)\]$}]{0,6}[.!\n]?[\s\"'`*_)\]$}]{0,6}", behind) is not None


def _make_statement(context: ReplyContext, mention: LetterMention | OptionMention) -> OptionStatement:
    if isinstance(mention, OptionMention):
        return OptionStatement(mention.start, mention.stop, (mention.letter,), is_by_text=True)
    return read_letter_with_text(context.text, mention.index, context.options)


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
