"""Detection of the meaning of a table's columns, as named by the user or by convention."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from core.benchmarks.choice.items import LETTERS
from core.benchmarks.data import MARGIN
from core.benchmarks.validation import KEY, RESERVED_KEYS
from core.errors import ReleaseError
from core.toml_tables import load_table

AnswerForm = Literal["letter", "text", "index", "number"]
"""Form in which a table states its key: the option's letter, its text, its index from 0 or its number from 1."""

_NAMES: dict[str, list[str]] = load_table(__file__, "column_names.toml")
"""Names of columns by their meaning."""

OPTION_LISTS = tuple(_NAMES["options"])
TASK_COLUMNS = tuple(_NAMES["task"])
_ANSWERS = "answers"
"""A column with all options if another one has the key, as in SAT; otherwise the key, as in VSI-SUPER."""

_MOST_IMAGES = 128


@dataclass(frozen=True, slots=True)
class TableColumns:
    """Names of a table's columns.

    Attributes:
        question: the question, without its options.
        options: one column with a list, or a column for each option in the order of the letters; empty if the table has
            none.
        answer: the key.
        images: columns with one image each, or with a list of images.
        hint: text that precedes the question; empty without one.
        item_id: empty if the row's number is the id.
        task: empty if all questions are of one kind.
        group: the unit of independence; empty if items with the same first image form a group.
        slot: the position in the group.
        margin: a number, how far the truth is from a different option; empty if unknown.
        factors: pairs of a factor's key and its column.
        sets: pairs of a protocol and the column with the set to which a row belongs.
        answer_form: None if it is detected from the rows.
        type: of the question (`number`, `point` ...); empty if it is detected from each row.
        rule, unit: of a number's score, and of the number.
        region: the polygon, mask or point that answers a question for a point.
        foil: the wrong answer to expect of a model that does not look, in the form of the key; empty if unknown.
        form: of an open answer, as `open_rows.describe_form` stores it.
    """

    question: str
    options: tuple[str, ...]
    answer: str
    images: tuple[str, ...]
    hint: str = ""
    item_id: str = ""
    task: str = ""
    group: str = ""
    slot: str = ""
    margin: str = ""
    factors: tuple[tuple[str, str], ...] = ()
    sets: tuple[tuple[str, str], ...] = ()
    answer_form: AnswerForm | None = None
    type: str = ""
    rule: str = ""
    unit: str = ""
    region: str = ""
    foil: str = ""
    form: str = ""

    def list_all(self) -> tuple[str, ...]:
        """Return every column that has a meaning."""
        open_ones = (self.type, self.rule, self.unit, self.region, self.foil, self.form)
        place = (self.task, self.group, self.slot, self.margin, *open_ones)
        single = (self.item_id, self.hint, self.question, self.answer, *place)
        further = (column for _, column in (*self.factors, *self.sets))
        return tuple(name for name in (*single, *self.options, *self.images, *further) if name)


def find_columns(names: Collection[str], named: Mapping[str, Any] | None = None) -> TableColumns:
    """Find the columns of a table by the names that VLMEvalKit and data sets on Hugging Face use, ignoring case.

    A column inside an object (`metadata.image`) has the name behind its last dot if no other column has that name.

    Args:
        names: of the table's columns.
        named: attributes of `TableColumns` that the user gave; their factors are added to those that are found.

    Raises:
        ReleaseError: no column has the question, the key or the images, or a named column is missing.
    """
    own = _map_lower_case(names)
    inner = {name.rpartition(".")[2]: column for name, column in reversed(own.items()) if "." in name} | own

    def first(candidates: Sequence[str], columns_by_name: Mapping[str, str] = own) -> str:
        return next((columns_by_name[name] for name in candidates if name in columns_by_name), "")

    lettered = _find_option_columns(own)
    answer = first(_NAMES["answer"], inner)
    option_lists = (*OPTION_LISTS, _ANSWERS) if answer else OPTION_LISTS
    options = (listed,) if (listed := first(option_lists, inner)) and len(lettered) < 2 else lettered
    columns = TableColumns(
        item_id=first(_NAMES["item_id"], inner),
        hint=first(_NAMES["hint"]),
        question=first(_NAMES["question"], inner),
        options=options,
        answer=answer or first((_ANSWERS, *_NAMES["box"])),
        images=_find_image_columns(inner)
        or tuple(filter(None, [first((*_NAMES["image_file"], *_NAMES["image_id"]), inner)])),
        task=first(TASK_COLUMNS, inner),
        group=first(_NAMES["group"], inner),
        slot=first(_NAMES["slot"]),
        margin=first(_NAMES["margin"]),
        type=first(_NAMES["type"]),
        rule=first(_NAMES["rule"]),
        unit=first(_NAMES["unit"]),
        region=first(_NAMES["region"]),
        foil=first(_NAMES["foil"]),
        factors=tuple((make_factor_key(name), inner[name]) for name in _NAMES["factors"] if name in inner),
        sets=(("flip", flip),) if (flip := first(_NAMES["flip"])) else (),
    )
    named = named or {}
    factors = dict(columns.factors) | dict(named.get("factors", ()))
    columns = replace(columns, **{**named, "factors": tuple(factors.items())})
    if MARGIN in factors:
        columns = replace(columns, margin="")
    # A question without options may be a yes/no question, or have them in its text.
    if columns.region and not columns.answer:
        columns = replace(columns, answer=columns.region)
    wanted = {"question": columns.question, "answer": columns.answer, "image": columns.images}
    missing = [name for name, column in wanted.items() if not column]
    if missing:
        present = ", ".join(names)[:200] or "nothing"
        if missing == ["image"] and (video := first(_NAMES["video"])):
            raise ReleaseError(
                f"the header: column {video!r} names videos, and Trilens asks about images. Extract frames, for "
                "example with `ffmpeg -i VIDEO -vf fps=1 NAME_%03d.png`, and list the files of each question in a "
                "column frames"
            )
        raise ReleaseError(
            f"the header: no column for {', '.join(missing)}; it names {present}. "
            "Name the columns question, A, B, C ... (or options), answer and image"
        )
    check_columns(columns, names)
    return columns


def is_image_id(column: str) -> bool:
    """Return whether a column's cells are numbers of images, as in COCO, instead of images or ids of other rows."""
    return column.strip().lower().rpartition(".")[2] in _NAMES["image_id"]


def make_factor_key(column: str) -> str:
    """Return a factor's key for the name of a column: an available name of lower-case letters, digits and `_`.

    Raises:
        ReleaseError: no part of the name can be used in a key.
    """
    key = re.sub(r"[^a-z0-9]+", "_", column.strip().lower()).strip("_")
    if key in RESERVED_KEYS or not key[:1].isalpha():
        key = f"given_{key}"
    if not KEY.fullmatch(key):
        raise ReleaseError(f"the header: column {column[:60]!r} cannot name a factor; write it in Latin letters")
    return key


def check_columns(columns: TableColumns, names: Collection[str]) -> None:
    """Check that a table has the columns that were named for it, and that none has the same role twice.

    Raises:
        ReleaseError: a column is missing, or is repeated among the images, the options or the protocols of sets.
    """
    missing = [name for name in columns.list_all() if name not in names]
    if missing:
        raise ReleaseError(f"the header: column {', '.join(missing)} is missing")
    protocols = tuple(protocol for protocol, _ in columns.sets)
    for what, named in (("image", columns.images), ("options", columns.options), ("set", protocols)):
        if twice := next((name for name, count in Counter(named).items() if count > 1), None):
            raise ReleaseError(f"--{what}: {twice} is named twice. Name it only once")


def _map_lower_case(names: Collection[str]) -> dict[str, str]:
    own: dict[str, str] = {}
    for name in names:
        if (lower := name.strip().lower()) in own:
            raise ReleaseError(
                f"the header: {own[lower]!r} and {name!r} differ only in case or white space. Rename one of them"
            )
        own[lower] = name
    return own


def _take_leading(candidates: Sequence[str], own: Collection[str]) -> list[str]:
    """Return the candidates up to the first missing column."""
    count = next((index for index, name in enumerate(candidates) if name not in own), len(candidates))
    return list(candidates[:count])


def _find_option_columns(own: Mapping[str, str]) -> tuple[str, ...]:
    """Return the columns with one option each: the longest run from A or 1 whose names have one form."""
    alphabets = (LETTERS.lower(), [str(number) for number in range(1, len(LETTERS) + 1)])
    forms = [
        (form, alphabet) for form in _NAMES["option"] for alphabet in alphabets if (form, alphabet[0]) != ("{}", "1")
    ]
    runs = [_take_leading([form.format(name) for name in alphabet], own) for form, alphabet in forms]
    return tuple(own[name] for name in max(runs, key=len))


def _find_image_columns(own: dict[str, str]) -> tuple[str, ...]:
    """Return the column `image` or `images`, alone or with the numbered ones after it."""
    start = [own[name] for name in _NAMES["image"] if name in own][:1]
    for form in _NAMES["numbered_image"]:
        names = [form.format(number) for number in range(1, _MOST_IMAGES + 1)]
        # `image` may be the first of them.
        numbered = _take_leading(names, own) or (_take_leading(names[1:], own) if start else [])
        if numbered:
            return (*start, *(own[name] for name in numbered))
    return tuple(start)
