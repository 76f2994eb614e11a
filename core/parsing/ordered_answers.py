"""Six answers in the order of the questions, without keys: a numbered list, six lines, six values in a row."""

import re
from dataclasses import replace

from core.parsing.json_objects import Values
from core.parsing.key_labels import find_question_by_label
from core.parsing.values import StatedValue, parse_value
from core.records import TRIANGLE_QUESTIONS

MAX_LINE = 400

_ITEM = re.compile(
    r"[ \t>*_#(\[-]{0,8}"
    r"(?:(?:Q|A|Question|Answer|No\.?|Pregunta|Frage|Domanda|Pergunta|Вопрос|问题|問題|質問|第)\s?)?"
    r"(?P<number>[1-9]\d?|[a-f](?=[.)]))[*_]{0,2}[题題问問]?"
    r"\s?(?:[.):\]：、．）]|\s[-–—]\s)[*_)\]]{0,3}[ \t]{0,8}(?P<text>\S.*)",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"(?P<label>[^:=≈]{1,80}?)\s*[*_`]{0,3}\s*(?::|=|≈)[*_`]{0,3}\s*(?P<value>\S.*)")
_QUESTION_BEFORE = re.compile(
    r"\W{0,4}Q(?:uestion)?\s?[:.].{1,200}?\s[*_]{0,2}A(?:nswer)?[*_]{0,2}\s?[:.]\s*", re.IGNORECASE
)
"""A restated question before its answer in one line: "Q: Is it acute, right, or obtuse? A: acute"."""

_NUMBER_MARK = re.compile(r"(?:(?<=\s)|\A)\(([1-6])\)\s")
_TAG = re.compile(r"</?\w{1,16}>")
_FENCE = re.compile(r"\s*```\w*\s*")


def find_ordered_answers(text: str) -> Values:
    """Return the answers of the last list whose items fit the questions in order; empty if there is none.

    A numbered list begins at 1, has at most six items, and its first two are a class of sides and a class of angles.
    Lists without numbers have exactly six items, each of which can be parsed.
    """
    lines = _split_lines(_TAG.sub(lambda tag: " " * len(tag[0]), text))
    for run in reversed(_find_numbered_lists(lines)):
        values = {q.question_id: item for q, item in zip(TRIANGLE_QUESTIONS, run, strict=False)}
        if 2 < len(run) <= len(TRIANGLE_QUESTIONS) and _are_readable(values):
            return values
    bare = [(start, line) for start, line in lines if line.strip() and not _FENCE.fullmatch(line)]
    if len(bare) == len(TRIANGLE_QUESTIONS):
        items = [_strip_item_question(start, line, len(text)) for start, line in bare]
        return _assign_questions(items)
    for start, line in reversed(bare):
        if values := _assign_questions(_split_at_numbers(start, line, len(text))):
            return values
        if (line.count(",") == 5 or line.count(";") == 5) and (
            values := _assign_questions(_split(start, line, len(text)))
        ):
            return values
    return {}


def _split_lines(text: str) -> list[tuple[int, str]]:
    lines, start = [], 0
    for line in text.split("\n"):
        if len(line) <= MAX_LINE:
            lines.append((start, line))
        start += len(line) + 1
    return lines


def _find_numbered_lists(lines: list[tuple[int, str]]) -> list[list[StatedValue]]:
    """Return the lists of items that are numbered 1, 2, 3 ..."""
    last_stop = lines[-1][0] + len(lines[-1][1]) if lines else 0
    runs: list[list[StatedValue]] = []
    for start, line in lines:
        match = _ITEM.fullmatch(line.rstrip())
        if match is None:
            continue
        mark = match["number"].lower()
        number = int(mark) if mark.isdigit() else 1 + "abcdef".index(mark)
        item = _strip_item_label(start + match.start("text"), match["text"], number, last_stop)
        if number == 1:
            runs.append([item])
        elif runs and number == len(runs[-1]) + 1:
            runs[-1].append(item)
        elif runs:
            runs.append([])
    return [run for run in runs if run]


def _strip_item_label(start: int, text: str, number: int, text_length: int) -> StatedValue:
    """Return an item without a label before its value; an item about another question keeps its whole text."""
    match = _LABELLED.fullmatch(text)
    if match is None:
        return _make_item(start, text, text_length)
    question = find_question_by_label(match["label"])
    if question is not None and question.question_id != f"Q{number}":
        return replace(_make_item(start, text, text_length), form="other")
    whole = _make_item(start, match["value"], text_length)
    return replace(whole, stop=start + len(text), ends_text=start + len(text) == text_length)


def _make_item(start: int, text: str, text_length: int) -> StatedValue:
    stop = start + len(text)
    return StatedValue(text.strip("*`\"' "), "number", start=start, stop=stop, ends_text=stop == text_length)


def _strip_item_question(start: int, line: str, text_length: int) -> StatedValue:
    """Return the item of a line without a question that the line restates."""
    match = _QUESTION_BEFORE.match(line)
    offset = match.end() if match else 0
    return _make_item(start + offset, line[offset:].strip(), text_length)


def _split(start: int, line: str, text_length: int) -> list[StatedValue]:
    items, offset = [], start
    separator = ";" if line.count(";") == 5 else ","
    for piece in line.split(separator):
        begin = offset + len(piece) - len(piece.lstrip())
        items.append(_make_item(begin, piece.strip().strip("()[]"), text_length))
        offset += len(piece) + 1
    return items


def _split_at_numbers(start: int, line: str, text_length: int) -> list[StatedValue]:
    """Return the items of a line with the numbers of all questions in order: "(1) scalene (2) acute (3) 1.25 ..."."""
    marks = [*_NUMBER_MARK.finditer(line)]
    if [int(mark[1]) for mark in marks] != [*range(1, len(TRIANGLE_QUESTIONS) + 1)] or line[: marks[0].start()].strip():
        return []
    stops = [*(mark.start() for mark in marks[1:]), len(line)]
    return [
        _make_item(start + mark.end(), line[mark.end() : stop].strip().rstrip(",;"), text_length)
        for mark, stop in zip(marks, stops, strict=True)
    ]


def _assign_questions(items: list[StatedValue]) -> Values:
    if len(items) != len(TRIANGLE_QUESTIONS):
        return {}
    values = {q.question_id: item for q, item in zip(TRIANGLE_QUESTIONS, items, strict=True)}
    fits = all(parse_value(q, values[q.question_id]).status == "ok" for q in TRIANGLE_QUESTIONS)
    return values if fits else {}


def _are_readable(values: Values) -> bool:
    """Return whether the first two items are classes of their questions and no other item is unreadable."""
    answers = [parse_value(q, values[q.question_id]) for q in TRIANGLE_QUESTIONS if q.question_id in values]
    return all(answer.status == "ok" for answer in answers[:2]) and sum(a.status == "unparsed" for a in answers) < 2
