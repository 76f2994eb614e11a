"""Tables written in one line or in LaTeX, as lines of Markdown rows of the same length."""

import re

from core.parsing.key_labels import KEYS

MIN_KEYS = 3
"""Minimum number of keys in a line for its rows to be separated."""

_KEY = re.compile(rf"(?<![A-Za-z0-9_])(?:{KEYS})(?![A-Za-z0-9_])", re.IGNORECASE)
_ROW_BREAK = re.compile(r"(?<=\|)[ \t]{1,8}(?=\|)|(?<=[^|\s])[ \t]?\|(?=\|)")
_ENVIRONMENT = re.compile(
    r"\\begin\{(?P<kind>tabular\*?|tabularx|array|longtable|table|[bpvV]?matrix)\}"
    r"(?P<body>.{0,4000}?)(?:\\end\{(?P=kind)\}|\Z)",
    re.DOTALL,
)
_COLUMN_FORMAT = re.compile(r"\A\s{0,4}(?:\[[a-z]\])?\{[^{}\n]{0,40}\}(?:\{[^{}\n]{0,40}\})?")
_COMMAND = re.compile(
    r"\\(?:[hc]line|toprule|midrule|bottomrule|centering)\b(?:\{[^{}\n]{0,12}\})?"
    r"|\\(?:text\w{0,2}|math(?:rm|bf|it))\{|(?<=[\w.°])\}(?=\s{0,8}(?:&|\\\\|\Z))|\\(?:begin|end)\{[a-z*]{1,12}\}"
)
_ROW_END = re.compile(r"\\\\(?!\w)")
_COLUMN = re.compile(r"(?<!\\)&(?!\s*[=≈])")


def separate_rows(text: str) -> str:
    """Return a text of the same length in which every row of a table is a separate line, with bars between cells."""
    if "\\begin{" in text:
        text = _ENVIRONMENT.sub(lambda match: _to_markdown_rows(match[0], match["body"]), text)
    if "|" not in text:
        return text
    return "\n".join(_separate_line(line) for line in text.split("\n"))


def _to_markdown_rows(environment: str, body: str) -> str:
    """Return an environment of LaTeX as rows with bars; commands become spaces."""
    if len(_KEY.findall(body.replace("\\_", "_"))) < MIN_KEYS:
        return environment
    head = environment.index(body) if body else len(environment)
    rows = _COLUMN_FORMAT.sub(lambda match: _mask(match[0]), body)
    rows = _COMMAND.sub(lambda match: _mask(match[0]), rows)
    rows = _COLUMN.sub("|", _ROW_END.sub(" \n", rows.replace("\n", " ")))
    return _mask(environment[: head - 1]) + "\n" + rows + _mask(environment[head + len(body) :])


def _separate_line(line: str) -> str:
    """Return a line with a break between the rows of a table that it has: where two bars follow each other."""
    if line.lstrip().startswith(("||", "| |")) or len(_KEY.findall(line.replace("\\_", "_"))) < MIN_KEYS:
        return line
    return _ROW_BREAK.sub(lambda match: "\n".rjust(len(match[0])), line)


def _mask(text: str) -> str:
    return " " * len(text)
