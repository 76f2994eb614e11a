"""The six answers in tables: Markdown and LaTeX rows, a header of keys with a row of values, CSV, `key value` lines.

A heading with the value on the line below is parsed too.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from core.parsing.key_labels import KEYS, QUOTES, find_question_by_key, find_question_by_label
from core.parsing.key_value_pairs import KeyValuePair
from core.parsing.table_rows import separate_rows
from core.parsing.values import StatedValue, parse_value
from core.records import TRIANGLE_QUESTION_BY_ID, Question

MIN_ROWS = 3
"""Minimum number of rows, or columns, that name a question for lines to count as a table."""

MAX_LINE = 2000
MAX_HEADING = 240

_RULE = re.compile(r"[\s|:+=-]*")
_KEY_AND_VALUE = re.compile(
    rf"\W{{0,8}}(?:\d[.)]\W{{0,4}})?(?P<key>{KEYS})[{QUOTES}*\]]{{0,3}}\s{{0,8}}(?:[,;\t]|->|→|=>|⇒|[-–—]|\s)\s{{0,20}}"
    rf"(?P<value>[^,;\n]{{1,80}})",
    re.IGNORECASE,
)
_LATEX_ROW_END = re.compile(r"\\\\(?:\s*\\hline)?\s*$")
_LATEX_COLUMN = re.compile(r"(?<!\\)&(?!\s*[=≈])")
_HEADING_MARKS = "#*_`>- \t"
_NUMBERED_HEADING = re.compile(
    r"(?:Q|Question)\s?(?P<number>[1-6])\b[.:)]?(?:\s(?:.{1,200}\?|answer|result))?[:*_]{0,3}", re.IGNORECASE
)
_VALUE_LABEL = re.compile(r"(?:A|Ans(?:wer)?)[*_]{0,3}\s?[:.][*_]{0,3}\s+", re.IGNORECASE)
_MIN_HEADINGS = 2
_CELL_BAR = re.compile(r"(?<!\\)\|")
"""A bar between two cells. Markdown escapes bars inside cells: those around the difference of two angles."""
_ANSWER_COLUMN = re.compile(r"\b(?:answer|value|result|final|corrected|3-?d|estimate|board|actual|true)", re.IGNORECASE)
_OTHER_COLUMN = re.compile(
    r"\b(?:confiden|certain|error|unit|expla|reason|note|comment|method|how|descr|question|meaning|uncorrected|flat|2-?d"
    r"|image|picture|photo|naive|draft|working|calculation|formula|range|probab|justif)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    start: int
    stop: int


def find_table_pairs(text: str) -> list[KeyValuePair]:
    """Return the answers in tables as pairs, in the order of the text. It takes linear time."""
    lines = []
    start = 0
    for line in separate_rows(text).split("\n"):
        lines.append((start, _split_latex_row(line) if len(line) <= MAX_LINE else ""))
        start += len(line) + 1
    pairs: list[KeyValuePair] = []
    header: list[_Cell] = []
    columns: list[Question | None] = []
    plain: list[KeyValuePair] = []
    for line_start, line in lines:
        if _RULE.fullmatch(line):
            if not line.strip():
                header = []
            continue
        if columns and (row := _read_row(columns, _split_cells(line_start, line), len(text))):
            pairs += row
            columns = []
            continue
        cells = _split_cells(line_start, line)
        columns = [find_question_by_label(cell.text) for cell in cells]
        if alternating := _read_alternating_cells(columns, cells):
            pairs += alternating
            columns = []
            continue
        if sum(question is not None for question in columns) >= MIN_ROWS:
            continue
        columns = []
        if "|" in line and len(cells) > 1:
            pairs += _read_cells(header, cells)
            header = header or cells
            continue
        header = []
        plain += _read_plain_line(line_start, line, len(text))
    headed = _read_headings(lines, len(text))
    pairs += headed if len(headed) >= _MIN_HEADINGS else []
    return sorted([*pairs, *(plain if len(plain) >= MIN_ROWS else [])], key=lambda pair: pair.start)


def _split_latex_row(line: str) -> str:
    """Return a row of a LaTeX table with the signs of a Markdown row, of the same length."""
    end = _LATEX_ROW_END.search(line) if "&" in line else None
    return line if end is None else _LATEX_COLUMN.sub("|", line[: end.start()]) + " " * (end.end() - end.start())


def _read_headings(lines: Sequence[tuple[int, str]], text_length: int) -> list[KeyValuePair]:
    """Return the answers that are alone on a line below a line that only names their question."""
    filled = [(start, line) for start, line in lines if line.strip(_HEADING_MARKS)]
    pairs = []
    for (start, heading), (value_start, line) in pairwise(filled):
        question = _find_question_by_heading(heading.strip(_HEADING_MARKS))
        if question is None:
            continue
        written = line.strip()
        label = _VALUE_LABEL.match(written.lstrip("*_"))
        value = (written.lstrip("*_")[label.end() :] if label else written).strip("*`_\"' ")
        if _is_value(question, value):
            begin = start + len(heading) - len(heading.lstrip(_HEADING_MARKS))
            stop = value_start + len(line.rstrip())
            stated = StatedValue(value, "number", start=begin, stop=stop, ends_text=stop == text_length)
            pairs.append(KeyValuePair(begin, stop, question, stated))
    return pairs


def _find_question_by_heading(heading: str) -> Question | None:
    """Return the question that a heading names: "Q1", "side_type", "Q2. Is triangle ABC acute, right, or obtuse?"."""
    numbered = _NUMBERED_HEADING.fullmatch(heading[:MAX_HEADING])
    return TRIANGLE_QUESTION_BY_ID[f"Q{numbered['number']}"] if numbered else find_question_by_label(heading)


def _split_cells(line_start: int, line: str) -> list[_Cell]:
    separator = next((sign for sign in "|\t;," if sign in line), None)
    if separator is None:
        return []
    cells, start = [], line_start
    for piece in _CELL_BAR.split(line) if separator == "|" else line.split(separator):
        stripped = piece.strip()
        begin = start + len(piece) - len(piece.lstrip())
        cells.append(_Cell(stripped.strip("*`$\"' "), begin, begin + len(stripped)))
        start += len(piece) + 1
    if separator == "|":
        cells = cells[1 if not cells[0].text else 0 : -1 if not cells[-1].text else None]
    return cells


def _read_row(columns: Sequence[Question | None], cells: Sequence[_Cell], text_length: int) -> list[KeyValuePair]:
    """Return the answers of a row below a header of keys; none if their lengths differ."""
    if len(columns) != len(cells):
        return []
    return [
        KeyValuePair(cell.start, cell.stop, question, _to_stated_value(cell, cell.start, text_length))
        for question, cell in zip(columns, cells, strict=True)
        if question is not None and cell.text
    ]


def _read_alternating_cells(columns: Sequence[Question | None], cells: Sequence[_Cell]) -> list[KeyValuePair]:
    """Return the answers of a row in which a value follows each key: "side_type | scalene | ab_over_ac | 2"."""
    keys = [index for index, question in enumerate(columns) if question is not None]
    if len(keys) < MIN_ROWS or keys != [*range(0, len(cells), 2)] or len(cells) % 2:
        return []
    return [pair for index in keys for pair in _read_cells([], cells[index : index + 2])]


def _read_cells(header: Sequence[_Cell], cells: Sequence[_Cell]) -> list[KeyValuePair]:
    """Return the answer of one Markdown row with a key and a value; none if several cells could be the value."""
    named = [index for index, cell in enumerate(cells[:-1]) if find_question_by_label(cell.text)]
    if not named:
        return []
    question = find_question_by_label(cells[named[-1]].text)
    if question is None:
        return []
    candidates = [index for index in range(named[-1] + 1, len(cells)) if cells[index].text]
    titles = [header[index].text if len(header) == len(cells) else "" for index in range(len(cells))]
    if len(candidates) > 1:
        candidates = [index for index in candidates if not _OTHER_COLUMN.search(titles[index])] or candidates
    if len(candidates) > 1:
        candidates = [index for index in candidates if _ANSWER_COLUMN.search(titles[index])] or candidates
    if len(candidates) > 1 and not any(titles):
        candidates = [index for index in candidates if _is_value(question, cells[index].text)] or candidates
    if len(candidates) != 1 or _is_set_aside(titles[candidates[0]]):
        return []
    cell = cells[candidates[0]]
    start = cells[named[-1]].start
    return [KeyValuePair(start, cell.stop, question, _to_stated_value(cell, start, -1))]


def _is_set_aside(title: str) -> bool:
    return _OTHER_COLUMN.search(title) is not None and not _ANSWER_COLUMN.search(title)


def _is_value(question: Question, text: str) -> bool:
    return parse_value(question, StatedValue(text, "number")).status == "ok"


def _to_stated_value(cell: _Cell, start: int, text_length: int) -> StatedValue:
    form: Literal["null", "number"] = "null" if cell.text.lower() in ("null", "none") else "number"
    return StatedValue(cell.text, form, start=start, stop=cell.stop, ends_text=cell.stop == text_length)


def _read_plain_line(line_start: int, line: str, text_length: int) -> list[KeyValuePair]:
    """Return the answer of a line such as "side_type, scalene" or "side_type → scalene" if it can be read."""
    match = _KEY_AND_VALUE.fullmatch(line.rstrip())
    question = find_question_by_key(match["key"]) if match else None
    if match is None or question is None:
        return []
    value = match["value"].strip().strip("\"'*`").strip()
    if not _is_value(question, value):
        return []
    start, stop = line_start + match.start("key"), line_start + match.end("value")
    return [
        KeyValuePair(
            start, stop, question, StatedValue(value, "number", start=start, stop=stop, ends_text=stop == text_length)
        )
    ]
