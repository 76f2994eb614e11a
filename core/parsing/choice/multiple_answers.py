"""Parser of replies to multiple-choice questions with several right options; the answer is a set of letters.

A set is written as its sorted letters, `AC`; the empty set as `NO_LETTERS`. Source of the order of evidence:
docs/methods/reading_replies.md. Several letters side by side are one answer here; for a single answer they are a
contradiction.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.parsing.choice.condition_lines import read_condition_lines
from core.parsing.choice.letter_sets import NO_LETTERS, NOUN, make_set_reading, read_list
from core.parsing.choice.result import ChoiceReading, add_note, get_option_letters, make_unparsed_reading
from core.parsing.choice.set_statements import read_announced, read_last_conclusion, read_last_correction, read_subject
from core.parsing.choice.set_verdicts import is_followed_by_explanation, read_listed_texts, read_set_verdicts
from core.parsing.json_answer import find_json_answer
from core.parsing.plain_text import simplify_with_indexes
from core.parsing.reasoning import ENDS_INSIDE_REASONING, REASONING_REMOVED_NOTE, extract_final_text

MAX_CHARACTERS = 50_000
"""Maximum length of the final text; of a longer one only the end is read, where models state their answer."""
_LEAD = re.compile(r"\s{0,8}(?:(?:the|only|both|die|les|las|los|le|la|nur|solo)\s){0,2}", re.IGNORECASE)


def parse_multiple_answers(raw: str, options: Sequence[str], question: str = "") -> ChoiceReading:
    """Return the set of options that a reply chooses; its letter is the sorted letters. Never raises for any text.

    Args:
        raw: the reply's text.
        options: their texts in the order of their letters.
        question: its text, whose condition may be affirmed or denied of each option.

    Raises:
        ValueError: the number of options is out of range.
    """
    letters = get_option_letters(options)
    final = extract_final_text(raw)
    skipped = max(len(final.text) - MAX_CHARACTERS, 0)
    plain = simplify_with_indexes(final.text[skipped:])
    if not plain.text.strip():
        return make_unparsed_reading(ENDS_INSIDE_REASONING if final.is_unfinished else "the reply is empty")
    reading = (
        next(_find_readings(plain.text, letters, options), None)
        or read_condition_lines(plain.text, letters, question)
        or make_unparsed_reading("it does not state which options are right")
    )
    if reading.span is not None:
        start, stop = plain.to_raw(*reading.span)
        offset = final.start_index + skipped
        reading = replace(reading, span=(start + offset, stop + offset))
    return add_note(reading, REASONING_REMOVED_NOTE) if final.has_reasoning and reading.status == "ok" else reading


def _find_readings(text: str, letters: str, options: Sequence[str]) -> Iterator[ChoiceReading]:
    """Yield readings by decreasing strength of evidence."""
    if whole := _read_whole(text, letters) or read_listed_texts(text, letters, options):
        yield whole
    json_answer = find_json_answer(text)
    if json_answer is not None and json_answer.is_right is False:
        yield make_unparsed_reading("its JSON calls the answer wrong")
    if json_answer is not None and (reading := read_list(", ".join(json_answer.value) or NO_LETTERS, 0, letters)):
        yield replace(reading, span=(json_answer.start, json_answer.stop), evidence="json")
    stated = read_announced(text, letters)
    if stated is not None and stated.evidence in ("box", "tag"):
        yield stated
    concluded = read_last_conclusion(text, letters)
    by_place = sorted(
        filter(None, (stated, concluded, read_last_correction(text, letters))),
        key=lambda reading: reading.span or (0, 0),
    )
    yield from reversed(by_place)
    for read in (_read_last_line, _read_first_line, read_set_verdicts, read_subject):
        if reading := read(text, letters):
            yield reading


def _read_whole(text: str, letters: str) -> ChoiceReading | None:
    """Return the set of a reply that is a list and nothing else, on one line or with one letter per line."""
    lead = _LEAD.match(text)
    whole = read_list(text, lead.end() if lead else 0, letters)
    if whole and whole.span and not text[whole.span[1] :].strip(" .!*\n"):
        return replace(whole, evidence="whole")
    lines = [line.group() for line in re.finditer(r"[^\n]*\S[^\n]*", text)]
    parts = [read_list(line, 0, letters) for line in lines]
    chosen: set[str] = set()
    for line, part in zip(lines, parts, strict=True):
        if (
            part is None
            or part.span is None
            or part.letter in (None, NO_LETTERS)
            or line[part.span[1] :].strip(" .!)*")
        ):
            return None
        chosen |= set(part.letter or "")
    return make_set_reading(chosen, text, 0, len(text), letters, "whole")


def _read_first_line(text: str, letters: str) -> ChoiceReading | None:
    """Return the list that is alone on the first line, followed by a blank line and an explanation."""
    begin = len(text) - len(text.lstrip())
    stop = text.find("\n", begin)
    first = read_list(text, begin, letters)
    if first is None or first.span is None or text[first.span[1] : stop].strip(" .!*"):
        return None
    if not re.match(r"\n[ \t]{0,8}\n", text[stop:]) or not is_followed_by_explanation(text, stop):
        return None
    return replace(first, evidence="first line")


def _read_last_line(text: str, letters: str) -> ChoiceReading | None:
    """Return the list that is alone on the last line; an unfinished item such as "Figure (c)" does not count."""
    start = text.rstrip().rfind("\n") + 1
    last = read_list(text, start, letters)
    if last is None or last.span is None or text[last.span[1] :].strip(" .!\n"):
        return None
    is_head = len(last.letter or "") == 1 and re.match(rf"[\s*_#>-]*{NOUN}\b", text[start:], re.IGNORECASE)
    return None if is_head and not text[:start].rstrip().endswith(":") else replace(last, evidence="last line")
