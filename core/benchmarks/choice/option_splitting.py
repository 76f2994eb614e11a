"""Splitting of options that begin with their letter: in a list of options, in one text, or in a question's text.

A mark is a letter from A on (or a number from 1 on) that is written as `A. x`, `(A) x`, `A) x` or `A: x`. Marks count
only if they are consecutive, begin with the first letter, and are all written in the same way.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.benchmarks.choice.items import FEWEST_OPTIONS, LETTERS, MOST_OPTIONS, find_options_problem

LINE_OPTION = re.compile(r"[(\[]?([A-Z])\s?[.):\]]\s*(\S.*)")
"""A line of a prompt that is an option: `A. text`, `(A) text`, `A) text`, `A: text`."""

_NAME = r"(?P<name>[A-Za-z]|[1-9][0-9]?)"
_FORMS = {
    "(A)": rf"[(\[]{_NAME}[)\]]",
    "A)": rf"{_NAME}\)",
    # A.D. and A:B are not marks.
    "A.": rf"{_NAME}\.(?:(?=\s)|(?![A-Za-z]?\.)(?![A-Za-z0-9]\Z)(?!\d))",
    "A:": rf"{_NAME}:(?=\s)",
}
_MARKS = {form: re.compile(rf"(?<!\S){pattern}[ \t]*") for form, pattern in _FORMS.items()}
_INLINE_FORMS = ("(A)", "A)")
"""Forms that mark an option in the middle of a line; `A.` and `A:` there may end a sentence about a point A."""

_LIST_LINE = re.compile(r"\A\s*(?:options|choices|answers|answer choices)\s*:?\s*\Z", re.IGNORECASE)
_LIST_OPENING = re.compile(r"\b(?:options|choices|answer choices)\s?:\s*", re.IGNORECASE)
_INSTRUCTION = re.compile(
    r"(?<=[.!?;,])\s+(?:Please\s|Answer\s(?:with|directly)\b|Respond\s(?:with|only)\b)", re.IGNORECASE
)
"""The beginning of an instruction behind the last option: "D. grey. Please answer with the letter"."""


class OptionSplitError(ValueError):
    """Error for option marks that can be read in more than one way; the message states which and what to do."""


@dataclass(frozen=True, slots=True)
class SplitQuestion:
    """A question's text and the options that were inside it.

    Attributes:
        before: the text before the options.
        options: their texts without the letters, in the order of the letters.
        after: the text after the options, such as an instruction; empty if there is none.
    """

    before: str
    options: tuple[str, ...]
    after: str = ""

    @property
    def question(self) -> str:
        """Text without the options."""
        return "\n".join(filter(None, (self.before, self.after)))


@dataclass(frozen=True, slots=True)
class _Mark:
    """A mark in a text; `start` and `end` are offsets, `name` is `A`, `a` or `1`."""

    form: str
    name: str
    start: int
    end: int

    @property
    def style(self) -> tuple[str, str]:
        """Form of the mark, and whether the name is a capital letter, a small letter or a number."""
        return self.form, _get_alphabet(self.name)[0]


def strip_option_letters(options: Sequence[str]) -> tuple[str, ...] | None:
    """Return the options without their letters if all of them begin with consecutive letters written in one way.

    Return None if they do not, if an option is nothing but its letter, or if the rest would not be distinct options.
    """
    if len(options) < FEWEST_OPTIONS:
        return None
    marks = [_find_leading_mark(option.strip()) for option in options]
    if not _are_consecutive(marks):
        return None
    stripped = tuple(option.strip()[mark.end :].strip() for option, mark in zip(options, marks, strict=True) if mark)
    return None if find_options_problem(stripped) else stripped


def split_option_letter(text: str) -> tuple[str, str] | None:
    """Return the letter (as a capital) or number that a text begins with, and the rest of the text; None if neither.

    `B) the plate` gives `B` and `the plate`. `B` alone gives None.
    """
    text = text.strip()
    mark = _find_leading_mark(text)
    rest = text[mark.end :].strip() if mark else ""
    return (mark.name.upper(), rest) if mark and rest else None


def split_options_text(text: str) -> tuple[str, ...]:
    """Return the options that are written as one text: `A. x B. y`, one per line, or separated by `|`.

    Raises:
        OptionSplitError: the text is not a list of options, or can be split in more than one way.
    """
    text = text.strip()
    if first := _find_leading_mark(text):
        marks = [mark for mark in _find_marks(text, first.form) if mark.style == first.style]
        lines = [mark for mark in marks if _is_at_line_start(text, mark)]
        # Marks within an option's line are a part of its text.
        marks = lines if len(lines) >= FEWEST_OPTIONS else marks
        if _are_consecutive(marks):
            options = _extract_texts(text, marks, len(text))
            if not find_options_problem(options):
                return options
        names = ", ".join(mark.name for mark in marks)
        raise OptionSplitError(f"the options in {text[:60]!r} cannot be separated: the text marks {names}. {_REMEDY}")
    for separator in ("\n", "|"):
        parts = [part.strip() for part in text.split(separator)]
        parts = [part for part in parts if part] if separator == "\n" else parts
        if len(parts) >= FEWEST_OPTIONS:
            return strip_option_letters(parts) or tuple(parts)
    raise OptionSplitError(f"{text[:60]!r} is not a list of options. {_REMEDY}")


def split_options_from_question(text: str) -> SplitQuestion | None:
    """Return a question and the lettered options inside its text; None if no letter marks an option.

    Each option is on its own line (`A. x`, `(A) x`, `A) x`, `A: x`), or the options are in the middle of a line as
    `(a) 0.5 (b) 1` or `a) 0.5 b) 1`. The last option ends with its line. Behind "Options:" or "Choices:" all forms may
    be in one line, and the last option ends before an instruction. A numbered list is not a list of options.

    Raises:
        OptionSplitError: the options can be separated in more than one way.
    """
    if announced := _split_announced(text):
        return announced
    found = [*_find_line_lists(text)] or [*_find_inline_lists(text)]
    splits = [split for marks in found if (split := _split_at(text, marks))]
    if len(splits) > 1:
        starts = " and at ".join(repr(text[marks[0].start :][:30]) for marks in found)
        raise OptionSplitError(f"the question has more than one list of options, at {starts}. {_REMEDY}")
    return splits[0] if splits else None


_SENTENCE_ENDS = ("?", ".", ":", "!", "？", "。", "：")
_REMEDY = "Write the options in columns A, B, C ... or as a JSON list in a column options"


def _get_alphabet(name: str) -> tuple[str, Sequence[str]]:
    if name.isdigit():
        return "number", [str(number) for number in range(1, MOST_OPTIONS + 1)]
    return ("capital", LETTERS) if name.isupper() else ("small", LETTERS.lower())


def _find_leading_mark(text: str) -> _Mark | None:
    """Return the mark at the beginning of a text if something follows it."""
    for form, pattern in _MARKS.items():
        if (match := pattern.match(text)) and text[match.end() :].strip():
            if match["name"].isdigit() and form == "A:":
                continue  # a ratio
            return _Mark(form, match["name"], match.start(), match.end())
    return None


def _find_marks(text: str, form: str) -> Iterator[_Mark]:
    """Yield all marks of a form; a letter before the closing bracket of an open one is not a mark: `(point A)`."""
    segment_start = 0
    for match in _MARKS[form].finditer(text):
        segment = text[segment_start : match.start()]
        if form == "A)" and segment.count("(") > segment.count(")"):
            continue
        segment_start = match.end()
        yield _Mark(form, match["name"], match.start(), match.end())


def _are_consecutive(marks: Sequence[_Mark | None]) -> bool:
    """Return whether marks are A, B, C ... from the first on, all of one style, and at least two."""
    known = [mark for mark in marks if mark]
    if len(known) != len(marks) or not FEWEST_OPTIONS <= len(known) <= MOST_OPTIONS:
        return False
    _, alphabet = _get_alphabet(known[0].name)
    return len({mark.style for mark in known}) == 1 and all(
        mark.name == name for mark, name in zip(known, alphabet, strict=False)
    )


def _is_at_line_start(text: str, mark: _Mark) -> bool:
    return not text[text.rfind("\n", 0, mark.start) + 1 : mark.start].strip()


def _find_line_lists(text: str) -> Iterator[list[_Mark]]:
    """Yield the marks of each lettered list whose options begin a line."""
    for form in _MARKS:
        yield from _split_runs([mark for mark in _find_marks(text, form) if _is_at_line_start(text, mark)])


def _find_inline_lists(text: str) -> Iterator[list[_Mark]]:
    """Yield the marks of each lettered list in the middle of lines."""
    for form in _INLINE_FORMS:
        yield from _split_runs(list(_find_marks(text, form)))


def _split_announced(text: str) -> SplitQuestion | None:
    """Return the question and the options behind "Options:" or "Choices:" in one line; None without such a list."""
    for opening in _LIST_OPENING.finditer(text):
        line_end = text.find("\n", opening.end())
        end = len(text) if line_end < 0 else line_end
        first = _find_leading_mark(text[opening.end() : end])
        instruction = _INSTRUCTION.search(text, opening.end(), end)
        end = instruction.start() if instruction else end
        listed = text[opening.end() : end]
        marks = [mark for mark in _find_marks(listed, first.form) if mark.style == first.style] if first else []
        before = text[: opening.start()].strip()
        if not before or not _are_consecutive(marks):
            continue
        options = _extract_texts(listed, marks, len(listed))
        if all(option.endswith(".") for option in options):
            options = tuple(option.removesuffix(".") for option in options)
        if not find_options_problem(options):
            return SplitQuestion(before, options, text[end:].strip())
    return None


def _split_runs(marks: Sequence[_Mark]) -> Iterator[list[_Mark]]:
    """Split marks of one form into runs A, B, C ..., by capital and small letters; runs of one mark are left out."""
    for kind in ("capital", "small"):
        of_kind = [mark for mark in marks if mark.style[1] == kind]
        starts = [index for index, mark in enumerate(of_kind) if mark.name in "Aa"]
        for start, end in pairwise([*starts, len(of_kind)]):
            if _are_consecutive(run := of_kind[start:end]):
                yield run


def _split_at(text: str, marks: Sequence[_Mark]) -> SplitQuestion | None:
    """Split the text at the marks of one list; return None if the parts are not options of a question."""
    last_line_end = text.find("\n", marks[-1].end)
    end = len(text) if last_line_end < 0 else last_line_end
    behind = text[end:]
    if (
        behind.strip()
        and len(behind) - len(behind.lstrip("\r\n \t")) < FEWEST_OPTIONS
        and _is_at_line_start(text, marks[0])
    ):
        following = behind.strip().split("\n", 1)[0]
        raise OptionSplitError(f"text follows the last option and may belong to it: {following[:60]!r}. {_REMEDY}")
    options = _extract_texts(text, marks, end)
    is_in_line = not _is_at_line_start(text, marks[0])
    if is_in_line and not text[: marks[0].start].rstrip().endswith(_SENTENCE_ENDS):
        if options[-1].endswith("?") or any(option.split()[-1:] in (["and"], ["or"]) for option in options):
            return None  # "Is (a) larger than (b)?"
        raise OptionSplitError(
            f"{text[marks[0].start :][:40]!r} in the middle of a sentence may be options or parts of it. {_REMEDY}"
        )
    before_lines = text[: marks[0].start].rstrip().split("\n")
    if _LIST_LINE.match(before_lines[-1]):
        before_lines.pop()
    before = "\n".join(before_lines).strip()
    return SplitQuestion(before, options, behind.strip()) if before and not find_options_problem(options) else None


def _extract_texts(text: str, marks: Sequence[_Mark], end: int) -> tuple[str, ...]:
    """Return the texts from each mark to the next, each joined into one line.

    A comma or semicolon that ends every text except the last one separates options and is left out.
    """
    ends = [*(mark.start for mark in marks[1:]), end]
    texts = [" ".join(text[mark.end : stop].split()) for mark, stop in zip(marks, ends, strict=True)]
    for separator in (",", ";"):
        if all(part.endswith(separator) for part in texts[:-1]):
            return tuple(part.removesuffix(separator).rstrip() for part in texts)
    return tuple(texts)
