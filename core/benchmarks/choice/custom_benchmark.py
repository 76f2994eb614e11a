"""A custom benchmark on disk: `benchmark.json`, `items.jsonl` and its images; written completely or not at all."""

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from core.atomic_files import compute_file_sha256, make_atomic_folder
from core.benchmarks.choice.benchmark import ChoiceBenchmark
from core.benchmarks.choice.benchmark_data import ALL_ITEMS, PROMPT, WORDS, ChoiceBenchmarkInfo, build_choice_data
from core.benchmarks.choice.cells import MAX_TEXT
from core.benchmarks.choice.circular import build_case_sets, resolve_protocol
from core.benchmarks.choice.columns import TableColumns
from core.benchmarks.choice.image_validation import PictureCheck, detect_suffix
from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.choice.open_rows import describe_form
from core.benchmarks.choice.table_images import MOST_PICTURES, TableImages
from core.benchmarks.choice.table_reader import TASK, is_name, read_choice_table
from core.benchmarks.choice.table_rows import MAX_ROWS, MAX_TABLE_BYTES
from core.benchmarks.data import (
    DEFINED_HERE,
    BenchmarkData,
    MarginSpec,
    PublishedMean,
    SetProtocol,
    Terminology,
    TruthSource,
)
from core.benchmarks.registry import OWN_IDENTITY, OWN_ITEMS, list_registered
from core.benchmarks.validation import OF_BENCHMARK, QUESTION
from core.errors import ImageError, ReleaseError
from core.formatting import escape_markdown, to_single_line
from core.records import RejectedItem
from core.settings import BENCHMARK_ID, OWN_FOLDERS

REFUSALS, IMAGES = "refusals.jsonl", "images"
_FACTOR, _SET = "factor ", "set "
"""Prefixes of the columns of factors and sets, so that no key is mistaken for another column."""

_MARGIN = "margin"
EXPECTED_ERROR = TruthSource("expected_error", "expected error", "foil", "the expected wrong answer")
"""Frame of the wrong answers that the author of a benchmark expects of a model which does not look."""


_MAX_FACT = 500
"""Maximum number of characters of a fact."""


@dataclass(frozen=True, slots=True)
class CustomBenchmarkInfo:
    """An author's description of a benchmark.

    Attributes:
        benchmark_id: names its folders; lower-case letters, digits and `_`.
        source: an address, a paper, a person.
        prompt: contains `{text}`, which question and options replace.
        question_titles: by task.
    """

    benchmark_id: str
    title: str
    author: str
    source: str
    version: str
    licence: str
    credit: str
    words: Terminology = WORDS
    prompt: str = PROMPT
    question_titles: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _About:
    """Content of `benchmark.json`: facts, the keys of the items' factors and sets, and what else items have."""

    facts: CustomBenchmarkInfo
    factors: list[str]
    sets: list[str]
    has_margins: bool = False
    has_open_questions: bool = False
    has_foils: bool = False


def make_custom_benchmark(benchmark_id: str) -> ChoiceBenchmark:
    """Return a custom benchmark that reads the folder which `write_custom_benchmark` wrote."""
    return ChoiceBenchmark(benchmark_id, read_custom_benchmark, (OWN_ITEMS,))


def write_custom_benchmark(
    folder: Path, items: Sequence[ChoiceItem], facts: CustomBenchmarkInfo, refusals: Sequence[RejectedItem] = ()
) -> BenchmarkData | None:
    """Write items and their images to a new folder, which gets its name only when it is complete.

    Args:
        folder: to create.
        items: with images anywhere on the disk.
        facts: the author's description.
        refusals: rows of the table that were left out; stored, because the table is not.

    Returns:
        The contents that `read_custom_benchmark` would read from the folder; None if it might refuse some of them.

    Raises:
        ReleaseError: the folder is not empty or cannot be written, or facts or items contradict themselves.
    """
    check_facts(facts)
    factors, sets = _collect_keys(item.factors for item in items), _collect_keys(item.sets for item in items)
    try:
        with make_atomic_folder(folder) as part:
            has_foils = _has_foils(items)
            originals = dict.fromkeys(path for item in items for path in item.images)
            copies = {path: _copy_image(path, part) for path in originals}
            copied = [_as_read(item, copies, factors, sets) for item in items]
            contents = _build_data(copied, facts, part)
            contents.refusals += refusals
            names = {path: path.relative_to(part).as_posix() for path in copies.values()}
            with (part / OWN_ITEMS).open("w", encoding="utf-8") as file:
                for item in copied:
                    line = _build_item_line(item, names, factors, sets) | ({"foil": item.foil} if has_foils else {})
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
            left_out = (json.dumps(asdict(refusal), ensure_ascii=False) + "\n" for refusal in refusals)
            (part / REFUSALS).write_text("".join(left_out), encoding="utf-8")
            about = asdict(_About(facts, factors, sets, _has_any(items, "margin"), _has_any(items, "form"), has_foils))
            (part / OWN_IDENTITY).write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            return contents if _can_be_read_back(copied, names.values(), part / OWN_ITEMS) else None
    except FileExistsError as error:
        raise ReleaseError(str(error)) from error
    except (OSError, ImageError) as error:
        raise ReleaseError(f"{folder} could not be written: {error}") from error


def read_custom_benchmark(folder: Path, check: PictureCheck) -> BenchmarkData:
    """Read a folder written by `write_custom_benchmark`; items that were damaged since are refused by line.

    Args:
        folder: of the benchmark.
        check: opens each image, as described in `TableImages`.

    Raises:
        ReleaseError: `benchmark.json` or `items.jsonl` cannot be read, or no item is usable.
    """
    about = _read_about(folder)
    columns = TableColumns(
        item_id="item_id",
        question="question",
        options=("options",),
        answer="answer",
        images=("images",),
        task="task",
        group="group",
        slot="slot",
        margin=_MARGIN if about.has_margins else "",
        factors=tuple((key, _FACTOR + key) for key in about.factors),
        sets=tuple((key, _SET + key) for key in about.sets),
        answer_form="letter",
        form="form" if about.has_open_questions else "",
        foil="foil" if about.has_foils else "",
    )
    table = read_choice_table(folder / OWN_ITEMS, columns, TableImages(folder, check))
    contents = _build_data(table.items, about.facts, folder)
    contents.refusals += [*_read_refusals(folder / REFUSALS), *table.refusals]
    return contents


def _read_refusals(path: Path) -> list[RejectedItem]:
    """Return the rows that were left out when the table was added."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        return [TypeAdapter(RejectedItem).validate_json(line) for line in lines]
    except (OSError, ValueError) as error:
        raise ReleaseError(f"{path} cannot be read: {error}") from error


def _read_about(folder: Path) -> _About:
    path = folder / OWN_IDENTITY
    try:
        about = TypeAdapter(_About).validate_json(path.read_bytes())
    except OSError as error:
        raise ReleaseError(f"{path} cannot be read: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ", ".join(map(str, first["loc"])) or "the file"
        raise ReleaseError(f"{path} does not describe a benchmark: {place}: {first['msg']}") from error
    check_facts(about.facts)
    return about


def check_facts(facts: CustomBenchmarkInfo) -> None:
    """Check that the id and the facts of a benchmark are valid.

    Raises:
        ReleaseError: the id is taken or not a valid folder name, or a fact is not one short line.
    """
    if not BENCHMARK_ID.fullmatch(facts.benchmark_id) or facts.benchmark_id in OWN_FOLDERS.union(list_registered()):
        raise ReleaseError(
            f"{facts.benchmark_id[:60]!r} cannot be the id of a custom benchmark. Use lower-case letters, digits and "
            f"_, but none of {', '.join([*list_registered(), *sorted(OWN_FOLDERS)])}"
        )
    for key, value in (*_build_benchmark_row(facts).items(), *asdict(facts.words).items()):
        if not value.strip() or to_single_line(value) != value or len(value) > _MAX_FACT:
            raise ReleaseError(f"{key}: {value[:60]!r} is not one line of 1 to {_MAX_FACT} characters")
    for key, value in asdict(facts.words).items():
        if escape_markdown(value) != value:
            raise ReleaseError(f"{key}: {value[:60]!r} contains Markdown. Write plain words, as in a sentence")


def _build_benchmark_row(facts: CustomBenchmarkInfo) -> dict[str, str]:
    """Return the row of the table `benchmarks`."""
    return {key: getattr(facts, key) for key in OF_BENCHMARK}


def _build_data(items: Sequence[ChoiceItem], facts: CustomBenchmarkInfo, folder: Path) -> BenchmarkData:
    sets, has_foils = build_case_sets(items), _has_foils(items)
    protocols = tuple(resolve_protocol(key) for key in dict.fromkeys(one.protocol for one in sets))
    about = ChoiceBenchmarkInfo(
        benchmark=_build_benchmark_row(facts),
        words=facts.words,
        prompt=facts.prompt,
        prescribes_prompt=False,
        key_title="key",
        foil=EXPECTED_ERROR if has_foils else None,
        subsets=(ALL_ITEMS,) if has_foils else (),
        question_titles={TASK: "Question", **facts.question_titles},
        protocols=protocols,
        margins=tuple(
            MarginSpec(question_id, "margin") for question_id in dict.fromkeys(one.question_id for one in items)
        ),
        aggregates=_build_aggregates(len({item.question_id for item in items}), protocols),
    )
    return build_choice_data(items, about, folder, sets=sets)


def _build_aggregates(n_tasks: int, protocols: Iterable[SetProtocol]) -> tuple[PublishedMean, ...]:
    """Return means over tasks if there are several, over all items, and over the sets of each protocol."""
    by_task = PublishedMean("mean", "Mean over tasks", (QUESTION,), "cells", DEFINED_HERE)
    return (
        *([by_task] if n_tasks > 1 else []),
        PublishedMean("all", "All items alike", (QUESTION,), "answers", DEFINED_HERE),
        *(
            PublishedMean(
                one.protocol, one.title.capitalize(), (QUESTION,), "answers", one.source, protocol=one.protocol
            )
            for one in protocols
        ),
    )


def _as_read(item: ChoiceItem, copies: Mapping[Path, Path], factors: Sequence[str], sets: Sequence[str]) -> ChoiceItem:
    """Return the item with the copies of its images, and its keys in the order of the columns that are written."""
    return replace(
        item,
        images=tuple([copies[path] for path in item.images]),
        factors=_sort_levels(item.factors, factors),
        sets=_sort_levels(item.sets, sets),
    )


def _sort_levels(levels: Mapping[str, str], keys: Sequence[str]) -> Mapping[str, str]:
    given = [key for key in keys if key in levels]
    return levels if list(levels) == given else {key: levels[key] for key in given}


def _can_be_read_back(items: Sequence[ChoiceItem], pictures: Iterable[str], table: Path) -> bool:
    """Return whether `read_custom_benchmark` would read the items unchanged.

    It may not if something is too long, or cannot be stored in a table.
    """
    ids = {item.item_id for item in items}
    return (
        len(items) <= MAX_ROWS
        and table.stat().st_size <= MAX_TABLE_BYTES
        and ids.isdisjoint(pictures)  # a table may give an id in place of its images
        and all(map(_is_plain, items))
    )


def _is_plain(item: ChoiceItem) -> bool:
    names = [item.item_id, item.question_id, item.group_id, item.slot, *item.factors.values(), *item.sets.values()]
    texts = [item.question, *item.options]
    return (
        all(names[:3])
        and all(map(is_name, names))
        and all(text == text.strip() and 0 < len(text) <= MAX_TEXT for text in texts)
        and len(item.images) <= MOST_PICTURES
        and not (item.numbers or item.meanings)
    )


def _has_any(items: Sequence[ChoiceItem], attribute: str) -> bool:
    return any(getattr(item, attribute) is not None for item in items)


def _has_foils(items: Iterable[ChoiceItem]) -> bool:
    return any(item.foil != "" for item in items)


def _collect_keys(mappings: Iterable[Mapping[str, str]]) -> list[str]:
    return list(dict.fromkeys(key for mapping in mappings for key in mapping))


def _build_item_line(
    item: ChoiceItem, names: Mapping[Path, str], factors: list[str], sets: list[str]
) -> dict[str, object]:
    return {
        "item_id": item.item_id,
        "task": item.question_id,
        "group": item.group_id,
        "slot": item.slot,
        _MARGIN: item.margin,
        "question": item.question,
        "options": item.options,
        "answer": item.answer,
        "form": describe_form(item.form),
        "images": [names[path] for path in item.images],
        **{_FACTOR + key: item.factors.get(key, "") for key in factors},
        **{_SET + key: item.sets.get(key, "") for key in sets},
    }


def _copy_image(path: Path, folder: Path) -> Path:
    """Copy an image below the folder, named by its content, so that a shared image is copied once; return its path."""
    target = folder / IMAGES / f"{compute_file_sha256(path)[:32]}{detect_suffix(path)}"
    if not target.exists():
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(path, target)
    return target
