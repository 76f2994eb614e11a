"""Candidate answers of a reply to a multiple-choice question, each with its evidence.

Source of the order: docs/reading.md, "Order of evidence".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from core.parsing.answer_phrases import find_announcements
from core.parsing.choice.letters import LetterMention
from core.parsing.choice.option_text import OptionMention, match_option
from core.parsing.choice.statement import Statement, read_letter_with_text, read_statement
from core.parsing.choice.verdicts import find_verdict
from core.parsing.context import (
    Sentence,
    begins_as_question,
    begins_with_conclusion,
    find_sentence,
    is_concluded,
    is_correction,
    is_hypothetical,
    is_negated,
    is_question,
    is_rejected_noun,
    is_tentative,
)
from core.parsing.json_answer import JsonAnswer


class Evidence(IntEnum):
    """How strongly a reply says that a candidate is its answer; a higher one decides over all lower ones."""

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
}
"""What pages call each kind of evidence."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An answer that a reply may give.

    Attributes:
        evidence: how strongly.
        kind: a key of `LABELS`.
        statement: what is stated, with its place.
        start: where the candidate begins, its announcement included.
    """

    evidence: Evidence
    kind: str
    statement: Statement
    start: int


MAX_CONTEXT_CHARACTERS = 400
"""Of a sentence on each side of a candidate that are looked at; keeps hostile replies cheap."""

_ACCEPTS = re.compile(
    r"""["'`*_)\]\s.:]{0,6}\s?
        (?: (?:is|must\ be|has\ to\ be|seems|looks|remains|ist|es|est|é|è)\s{1,4}
            (?:clearly\s|also\s|indeed\s|therefore\s|thus\s|definitely\s|the\s|most\s|only\s|la\s|le\s|die\s|el\s|my\s){0,3}
            (?:correct|right(?!\s(?:of|next|beside|above|below|side|behind))|best|true|richtig|korrekt|likely|accurate
              |correct[aeo]?|juste|exacte|corret[ao]|cert[ao]|giusta|answer|left(?=\s{0,3}(?:[.!]|\Z)))\b
          | (?:clearly\s|obviously\s|indeed\s|also\s)?(?:fits|matches|works|describes|agrees)(?:\s(?:best|exactly|perfectly|everything|all))\b
          | ✅|✓|✔ | 正确|正確|对(?!称)|對(?!稱)|(?:是|が|이)?\s?(?:正解|정답) )""",
    re.IGNORECASE | re.VERBOSE,
)
_SUBJECT = re.compile(
    r"""["'`*_)\]]{0,4}\s{1,3}(?:clearly\s|best\s|obviously\s|indeed\s|correctly\s|directly\s){0,2}
        (?:makes\ssense|shows|gives|fits|matches|works|describes|agrees|captures|represents|corresponds|holds|applies)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_LABELLED_LINE = re.compile(r"(?:^|\n)[\s>*#|_-]{0,8}\(?([A-Za-z])[).:|]")
_LEADING_LETTER = re.compile(
    r"[\s\"'`*_$(\[>#-]{0,8}(?:1\.\s)?(?:(?:option|choice)\s)?([A-Z])(?!\w|'\w)[\"'`*_$)\]]{0,6}"
    r"(?:\s{0,2}[.,:;!?-]|(?<!\(\w)\)|\s{0,2}\n|\s\(|\s(?:because|since|as|is\sthe|due|for)\b|\s?-\s|\Z)"
)
_LEADING_SMALL_LETTER = re.compile(r"[\s\"'`*_$]{0,8}(?:\(([a-z])\)(?=\s{0,2}(?:[.,:;!\n-]|\Z))|([a-z])[).:](?=\s|\Z))")
_LEADING_LABEL = re.compile(r"[\s\"'`*_$]{0,8}\(([A-Za-z])\)[\"'`*_$]{0,4}\s{1,2}")
"""A letter in brackets, which is an answer if its own option's text follows."""

_ALONE = re.compile(r"[\W_]*(?:\\(?:text|mathrm|mathbf|textbf)\{\s{0,2})?([A-Za-z])[\W_]*")
_YES_NO_ADVERB = re.compile(r"(?:no|yes)\s(?:doubt|one|matter|longer|wonder|more|other)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReplyContext:
    """A plain text with what its parts mean for the search of candidates."""

    text: str
    options: Sequence[str]
    letters: str
    sentences: Sequence[Sentence]

    def split_around(self, start: int, stop: int) -> tuple[Sentence, str, str]:
        """Return the sentence of a stretch, and its words before and behind the stretch."""
        sentence = find_sentence(self.sentences, start)
        before = self.text[max(sentence.start, start - MAX_CONTEXT_CHARACTERS) : start]
        return sentence, before, self.text[stop : min(max(sentence.stop, stop), stop + MAX_CONTEXT_CHARACTERS)]

    def is_asserted(self, start: int, stop: int) -> bool:
        """Whether the sentence asserts a stretch: it does not deny it, ask about it or make it depend on a condition."""
        sentence, before, behind = self.split_around(start, stop)
        if is_negated(before, behind) or is_hypothetical(before, behind):
            return False
        end = self.text[max(sentence.start, sentence.stop - MAX_CONTEXT_CHARACTERS) : sentence.stop]
        return not (is_question(end) or behind.lstrip(" )*_\"'").startswith("?"))


def read_json_answer(found: JsonAnswer, options: Sequence[str]) -> Statement | None:
    """Return what the value of an answer key states; None if it is no option."""
    statements = [statement for value in found.value if (statement := read_statement(f'"{value}"', 0, options))]
    letters = tuple(dict.fromkeys(letter for statement in statements for letter in statement.letters))
    if len(letters) > 1 and len(statements) > 1:
        problem = f"it states several letters, {' and '.join(letters)}"
        return Statement(found.start, found.stop, letters, problem=problem)
    if not statements:
        return None
    first = statements[0]
    return Statement(found.start, found.stop, first.letters, first.beyond, first.is_by_text, first.problem)


def find_stated(context: ReplyContext, blocked: Sequence[tuple[int, int]]) -> Iterator[Candidate]:
    """Yield what announcements state, without those that are denied, hypothetical, tentative or asked."""
    text = context.text
    for announcement in find_announcements(text):
        if any(start <= announcement.start < stop for start, stop in blocked):
            continue
        sentence, before, _ = context.split_around(announcement.start, announcement.stop)
        is_asked = announcement.kind == "sentence" and is_question(
            text[max(sentence.start, sentence.stop - MAX_CONTEXT_CHARACTERS) : sentence.stop]
        )
        if is_asked and begins_as_question(text[sentence.start : sentence.start + MAX_CONTEXT_CHARACTERS]):
            continue
        if announcement.kind in ("sentence", "label") and (
            is_rejected_noun(before)
            or is_hypothetical(before, "")
            or is_tentative(before, "")
            or is_negated(before, "")
        ):
            continue
        statement = read_statement(text, announcement.stop, context.options)
        if statement is None:
            continue
        if statement.beyond and _are_truth_values(context.options):
            continue
        if statement.beyond and announcement.kind == "sentence" and not _ends_statement(text[statement.stop :]):
            continue
        _, _, behind = context.split_around(statement.start, statement.stop)
        if not statement.problem and announcement.kind not in ("box", "tag"):
            between = text[announcement.start : statement.start]
            if is_negated(between, behind) or is_hypothetical("", behind) or is_tentative(between, ""):
                continue
        yield Candidate(Evidence.STATED, announcement.kind, statement, announcement.start)


def _are_truth_values(options: Sequence[str]) -> bool:
    """Whether the options are Yes and No or True and False, which no prompt gives letters that a reply could exceed."""
    return {option.strip(" .").lower() for option in options} in ({"yes", "no"}, {"true", "false"})


def find_concluded(context: ReplyContext, mentions: Sequence[LetterMention | OptionMention]) -> Iterator[Candidate]:
    """Yield letters and texts that a conclusion, a correction or an accepting predicate names, and verdicts on all."""
    text = context.text
    for mention in mentions:
        if not context.is_asserted(mention.start, mention.stop):
            continue
        statement = _make_statement(context, mention)
        is_letter = isinstance(mention, LetterMention)
        if not context.is_asserted(mention.start, max(statement.stop, mention.stop)):
            continue
        sentence, before, behind = context.split_around(mention.start, mention.stop)
        if is_letter and mention.form == "name":
            continue
        if is_correction(before) and not is_tentative(before[-20:], behind) and _ends_statement(behind):
            yield Candidate(Evidence.STATED, "correction", statement, sentence.start)
        elif (
            is_concluded(before) and not is_tentative(before[-30:], behind) and (is_letter or _ends_statement(behind))
        ) or (
            not is_letter
            and begins_with_conclusion(before)
            and _ends_sentence(behind)
            and sentence in context.sentences[-2:]
            and not is_tentative(before, "")
        ):
            yield Candidate(Evidence.CONCLUDED, "conclusion", statement, mention.start)
        elif is_letter and _ACCEPTS.match(behind):
            yield Candidate(Evidence.CONCLUDED, "predicate", statement, mention.start)
        elif is_letter and _SUBJECT.match(behind) and not before.strip(" *_\"'`(>-"):
            yield Candidate(Evidence.SET_APART, "subject", statement, mention.start)
    verdict = find_verdict(text, context.letters, context.options)
    if verdict:
        statement = Statement(verdict.start, verdict.stop, (verdict.letter,))
        yield Candidate(Evidence.CONCLUDED, "verdict", statement, verdict.start)


def _ends_statement(behind: str) -> bool:
    """Whether nothing but the end of the clause follows."""
    return re.match(r"[\s\"'`*_)\]$}]{0,6}(?:[.,;:!(\n-]|\Z|\b(?:as|since|because|for)\b)", behind) is not None


def _ends_sentence(behind: str) -> bool:
    """Whether nothing but the end of the sentence follows."""
    return re.fullmatch(r"[\s\"'`*_)\]$}]{0,6}[.!\n]?[\s\"'`*_)\]$}]{0,6}", behind) is not None


def _make_statement(context: ReplyContext, mention: LetterMention | OptionMention) -> Statement:
    if isinstance(mention, OptionMention):
        return Statement(mention.start, mention.stop, (mention.letter,), is_by_text=True)
    return read_letter_with_text(context.text, mention.index, context.options)


def find_leading(context: ReplyContext) -> Iterator[Candidate]:
    """Yield what begins the reply as an answer of its own, and what its last line or sentence is."""
    text = context.text
    has_list = len({match[1].upper() for match in _LABELLED_LINE.finditer(text)} & set(context.letters)) > 1
    first = _read_beginning(context, has_list=has_list)
    if first is not None:
        yield Candidate(Evidence.LEADING, "first line", first, first.start)
    lines = [line for line in re.finditer(r"[^\n]+", text) if line.group().strip()]
    last_sentence = context.sentences[-1]
    for start, stop in {(lines[-1].start(), lines[-1].end()), (last_sentence.start, last_sentence.stop)}:
        if start == 0 and not first:
            continue
        statement = _read_alone(text[start:stop], start, context)
        if statement is not None and not (has_list and len(lines) > 1 and _is_item_of_list(text, start, context)):
            if statement.start != (first.start if first else -1):
                yield Candidate(Evidence.STATED, "last line", statement, start)


def _read_beginning(context: ReplyContext, *, has_list: bool) -> Statement | None:
    text = context.text
    match = _LEADING_LETTER.match(text) or _LEADING_SMALL_LETTER.match(text)
    if match:
        index = match.start(match.lastindex or 0)
        in_line = text[index:].partition("\n")[0]
        is_list = has_list and _LABELLED_LINE.match(text) is not None
        if text[index].upper() in context.letters and not is_list and context.is_asserted(index, index + 1):
            if re.match(r"[A-Za-z][\"'`*_$)\]]{0,6}\s?(?:,|\band\b|\bor\b|/|&)\s?\(?[A-Z]\b(?!\s\w)", in_line):
                return None
            return read_letter_with_text(text, index, context.options)
    label = _LEADING_LABEL.match(text)
    if label and label[1].upper() in context.letters and not has_list:
        statement = read_letter_with_text(text, label.start(1), context.options)
        if statement.stop > label.end() and context.is_asserted(label.start(1), statement.stop):
            return statement
    sentence = context.sentences[0]
    return _read_beginning_text(context, sentence)


def _read_beginning_text(context: ReplyContext, sentence: Sentence) -> Statement | None:
    """Return the option whose text begins the reply and ends there or before a stop."""
    text = context.text
    whole = text[sentence.start : sentence.stop]
    if is_question(whole):
        return None
    lead = re.match(r"[\s\"'`*_$(\[]{0,8}(?:an?\s|the\s)?", whole, re.IGNORECASE)
    start = sentence.start + (lead.end() if lead else 0)
    statement = read_statement(text, start, context.options)
    if statement is not None and statement.problem and statement.letters:
        return statement
    for stop in _find_stops(text, start, sentence.stop):
        letter = match_option(text[start:stop], context.options)
        if letter is not None:
            return Statement(start, stop, (letter,), is_by_text=True)
    return _read_yes_no(context, start)


def _find_stops(text: str, start: int, end: int) -> Iterator[int]:
    """Yield where the first phrases of a text end, the longest first."""
    stops = [
        match.start() for match in re.finditer(r"\s?[.,;:!(*_\n]|\s-{1,2}\s|\s?—", text[start : min(end, start + 300)])
    ]
    yield end
    for stop in reversed(stops):
        yield start + stop


def _read_yes_no(context: ReplyContext, start: int) -> Statement | None:
    """Return the option Yes or No (True or False) of a reply that begins with that word, or says "it does not"."""
    by_word = {
        option.strip(" .").lower(): letter for letter, option in zip(context.letters, context.options, strict=True)
    }
    yes, no = by_word.get("yes") or by_word.get("true"), by_word.get("no") or by_word.get("false")
    if yes is None or no is None or len(by_word) != 2:
        return None
    text = context.text
    match = re.compile(r"(yes|no|true|false|correct|incorrect)\b(?![\s-]*or\b)", re.IGNORECASE).match(text, start)
    if match and not _YES_NO_ADVERB.match(text, start):
        letter = yes if match[1].lower() in ("yes", "true", "correct") else no
        return Statement(match.start(), match.end(), (letter,), is_by_text=True)
    short = re.compile(
        r"(?:it|there|they|this|that)\s(?:is|are|does|do|has|have|can)(\s?n[o']t|not)?[.!\s]*\Z", re.IGNORECASE
    ).match(text, start)
    if short:
        return Statement(short.start(), short.end(), (no if short[1] else yes,), is_by_text=True)
    return None


def _read_alone(line: str, start: int, context: ReplyContext) -> Statement | None:
    """Return what a line or sentence states that is a letter or an option's text, or both, and nothing else."""
    alone = _ALONE.fullmatch(line)
    if alone:
        letter = alone[1].upper()
        index = start + alone.start(1)
        if letter in context.letters and not line.rstrip().endswith("?"):
            return Statement(index, index + 1, (letter,))
        return None
    letter_by_text = match_option(line, context.options)
    if letter_by_text:
        stripped = line.strip()
        begin = start + line.index(stripped)
        return Statement(begin, begin + len(stripped), (letter_by_text,), is_by_text=True)
    label = re.match(r"[\s>*#\"'`(\[_-]{0,8}([A-Za-z])[\"'`*_)\]]{0,4}[.):-]?[\"'`*_)\]]{0,4}\s{1,4}(?=\S)", line)
    if label and label[1].upper() in context.letters and match_option(line[label.end() :], context.options):
        return read_letter_with_text(context.text, start + label.start(1), context.options)
    return None


def _is_item_of_list(text: str, start: int, context: ReplyContext) -> bool:
    """Whether the line at an index is the last item of a list of the options: the line before has the letter before."""
    label = _LABELLED_LINE.match(text, max(start - 1, 0))
    before = [match[1].upper() for match in _LABELLED_LINE.finditer(text, 0, start)]
    return bool(label and before and label[1].upper() > before[-1] and label[1].upper() in context.letters)
