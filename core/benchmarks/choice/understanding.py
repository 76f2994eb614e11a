"""Description of a table as `add` understood it: an example per kind of question, and the option if it is wrong."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from core.benchmarks.choice.benchmark_data import OPEN_PROMPT, PROMPT, WORDS
from core.benchmarks.choice.columns import TableColumns
from core.benchmarks.choice.items import LETTERS, ChoiceItem
from core.benchmarks.choice.table_rows import Cell, QuestionTable
from core.benchmarks.data import Terminology
from core.formatting import to_single_line
from core.question_types.registry import find_question_type

MAX_EXAMPLE = 70
"""Maximum number of characters of an example."""

LOOKED_AT = 100
"""Number of rows that are searched for a column's example."""

MAX_INLINE = 200
"""Number of characters without a space from which a cell holds images as text."""

MIN_LARGE_SHARE = 0.9
"""Share of the image from which a region is so large that guessing is nearly always right."""

MAX_IDS = 5
"""Maximum number of ids that a note lists."""

_FURTHER_OPTIONS = {"number": ", --unit", "box": ", --xywh", "point": ", --region"}
"""Options of `add`, beside the type and the rule, that correct a type of questions."""

_LETTER_PROMPT = "If the question has options, answer with the letter of the right option and nothing else."


@dataclass(frozen=True, slots=True)
class ColumnUse:
    """A column of a table, its role, and one of its cells as an example.

    Attributes:
        role: empty if the column is not used.
        example: of the first rows; empty if all their cells are.
        options: of `add` that name another column for its role; empty if none does.
    """

    column: str
    role: str
    example: str
    options: str

    def describe(self) -> str:
        """Return a line about the column: its role, the example, and what to pass if this is wrong."""
        example = f", as in {self.example!r}" if self.example else ""
        if not self.role:
            return f"{self.column}: not used{example} (to filter by it: --factor)"
        return f"{self.column}: {self.role}{example}{f' (if wrong: {self.options})' if self.options else ''}"


def describe_kinds(items: Sequence[ChoiceItem], *, with_options: bool = False) -> list[str]:
    """Return a sentence per kind of question with the first such row's example, and its score.

    Args:
        items: the questions.
        with_options: whether to name the options of the command line that correct the kind.
    """
    kinds = Counter(item.form.kind if item.form else "choice" for item in items)
    sentences = []
    for kind, count in kinds.items():
        example = next(item for item in items if (item.form.kind if item.form else "choice") == kind)
        described = _describe_kind(example, with_options=with_options)
        sentences.append(f"{count} questions of type {kind}: {described}")
    return sentences


def describe_large_regions(items: Sequence[ChoiceItem]) -> list[str]:
    """Return a warning about regions and boxes that cover nearly the whole image; empty if there are none."""
    large = []
    for item in items:
        question_type = find_question_type(item.form.kind) if item.form else None
        share = question_type.measure_share(item.answer) if question_type else None
        if share is not None and share >= MIN_LARGE_SHARE:
            large.append(item.item_id)
    if not large:
        return []
    listed = ", ".join(large[:MAX_IDS]) + (" ..." if len(large) > MAX_IDS else "")
    return [
        f"Warning: questions whose region or box covers at least {MIN_LARGE_SHARE:.0%} of the image, so that a guess "
        f"is nearly always right: {len(large)} (id {listed}). Check whether a mask is inverted: its black pixels are "
        "outside."
    ]


def describe_mixed_choices(items: Sequence[ChoiceItem]) -> list[str]:
    """Return a note if some questions have several right options and others one; empty otherwise."""
    several = sum(item.form is not None and item.form.kind.startswith("choices:") for item in items)
    single = sum(item.form is None for item in items)
    if not several or not single:
        return []
    return [
        f"Questions with one right option, asked for one letter, beside {several} with several: {single}. Pass "
        "--type choices to ask each of them for every right option"
    ]


def describe_columns(columns: TableColumns, table: QuestionTable) -> list[ColumnUse]:
    """Return the use of every column of a table, in the table's order, with the first example of its first rows."""
    roles: dict[str, dict[str, str]] = {}
    for role, option, names in _list_roles(columns):
        for name in names:
            roles.setdefault(name, {})[role] = option
    first_rows = [row.cells for row in islice(table.rows, LOOKED_AT) if not row.wrong]
    uses = []
    for name in table.columns:
        example = next(filter(None, (_describe_cell(cells.get(name)) for cells in first_rows)), "")
        options = roles.get(name, {})
        corrections = ", ".join(dict.fromkeys(filter(None, options.values())))
        uses.append(ColumnUse(name, ", ".join(options), example, corrections))
    return uses


def _list_roles(columns: TableColumns) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return each role, the option that names another column for it, if one does, and its columns."""
    lettered = [
        (f"option {letter}", "--options", (name,)) for letter, name in zip(LETTERS, columns.options, strict=False)
    ]
    single = [
        ("id", "--id", columns.item_id), ("hint", "", columns.hint), ("question", "--question", columns.question),
        ("answer key", "--answer", columns.answer), ("task", "--task", columns.task),
        ("group", "--group", columns.group), ("slot", "", columns.slot), ("margin", "", columns.margin),
        ("type", "", columns.type), ("rule", "", columns.rule), ("unit", "", columns.unit),
        ("region", "--region", columns.region), ("expected error", "--foil", columns.foil),
    ]  # fmt: skip
    return [
        *((role, option, (name,)) for role, option, name in single if name),
        *(lettered if len(columns.options) > 1 else [("options", "--options", columns.options)]),
        ("image", "--image", columns.images),
        *(("filter", "", (name,)) for _, name in columns.factors),
        *((f"set {protocol}", "--set", (name,)) for protocol, name in columns.sets),
    ]


def _describe_cell(cell: Cell) -> str:
    """Return a cell as a short text; an image in the cell is named as such."""
    if isinstance(cell, dict):
        cell = cell.get("path") or cell.get("bytes")
    is_encoded = isinstance(cell, str) and (
        "data:image/" in cell or max(map(len, cell.split()), default=0) > MAX_INLINE
    )
    if isinstance(cell, bytes) or is_encoded:
        return "an image in the table"
    return "" if cell is None else _shorten(str(cell))


def choose_prompt(items: Sequence[ChoiceItem]) -> str:
    """Return the prompt of a benchmark: open questions say how to answer, options need a sentence about letters."""
    are_open = [item.form is not None for item in items]
    return OPEN_PROMPT if all(are_open) else f"{OPEN_PROMPT}\n{_LETTER_PROMPT}" if any(are_open) else PROMPT


def choose_words(items: Sequence[ChoiceItem]) -> Terminology:
    """Return the words of a benchmark with open questions: the score's meaning is that of their rules."""
    kinds = dict.fromkeys(item.form.kind for item in items if item.form is not None)
    types = [question_type for kind in kinds if (question_type := find_question_type(kind)) is not None]
    rules = " ".join(f"{question_type.title.capitalize()}: {question_type.rule}" for question_type in types)
    return replace(
        WORDS, score="score", score_meaning=to_single_line(f"Mean score of the readable answers. {rules}")[:500]
    )


def _describe_kind(item: ChoiceItem, *, with_options: bool) -> str:
    if item.form is None:
        right = item.options[item.key] if isinstance(item.answer, str) and item.options else ""
        correction = " (if wrong: --answer-form, --options)" if with_options else ""
        return f"as in {item.answer} = {_shorten(right)!r}{correction}"
    question_type = find_question_type(item.form.kind)
    answer_text = question_type.format(item.answer) if question_type else str(item.answer)
    unit = f" {item.form.unit}" if item.form.unit else ""
    meaning = question_type.rule if question_type else ""
    further = _FURTHER_OPTIONS.get(item.form.kind.partition(":")[0], "")
    option = f"--type, --rule{further}"
    correction = f" (If wrong: {option})" if with_options else ""
    return f"as in {_shorten(answer_text)}{unit}. Score: {meaning}{correction}"


def _shorten(text: str) -> str:
    line = to_single_line(text)
    return line if len(line) <= MAX_EXAMPLE else f"{line[: MAX_EXAMPLE - 1]}…"
