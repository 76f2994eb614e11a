"""A custom benchmark on disk: the facts in `benchmark.json`, the questions in `items.jsonl`, and its images."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from core.benchmarks.choice.benchmark import ChoiceBenchmark
from core.benchmarks.choice.benchmark_data import ALL_ITEMS, PROMPT, WORDS, ChoiceBenchmarkInfo, build_choice_data
from core.benchmarks.choice.circular import build_case_sets, resolve_protocol
from core.benchmarks.choice.columns import TableColumns
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.choice.table_images import TableImages
from core.benchmarks.choice.table_reader import TASK, read_choice_table
from core.benchmarks.data import UNNAMED_MARGIN, BenchmarkData, MarginSpec, SetProtocol, Terminology, TruthSource
from core.benchmarks.publications import DEFINED_HERE, PublishedMean
from core.benchmarks.registry import OWN_IDENTITY, OWN_ITEMS, list_registered
from core.benchmarks.validation import OF_BENCHMARK, QUESTION
from core.errors import ReleaseError
from core.formatting import escape_markdown, to_single_line
from core.records import RejectedItem
from core.workspace import BENCHMARK_ID, OWN_FOLDERS

REFUSALS, IMAGES = "refusals.jsonl", "images"

FACTOR_PREFIX, SET_PREFIX = "factor ", "set "
"""Prefixes of the columns of factors and sets, so that no key is mistaken for another column."""

MARGIN_COLUMN = "margin"
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
class CustomBenchmarkFile:
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
        margin=MARGIN_COLUMN if about.has_margins else "",
        factors=tuple((key, FACTOR_PREFIX + key) for key in about.factors),
        sets=tuple((key, SET_PREFIX + key) for key in about.sets),
        answer_form="letter",
        form="form" if about.has_open_questions else "",
        foil="foil" if about.has_foils else "",
    )
    table = read_choice_table(folder / OWN_ITEMS, columns, TableImages(folder, check))
    contents = build_custom_data(table.items, about.facts, folder)
    contents.refusals += [*_read_refusals(folder / REFUSALS), *table.refusals]
    return contents


def _read_refusals(path: Path) -> list[RejectedItem]:
    """Return the rows that were left out when the table was added."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        return [TypeAdapter(RejectedItem).validate_json(line) for line in lines]
    except (OSError, ValueError) as error:
        raise ReleaseError(f"{path} cannot be read: {error}") from error


def _read_about(folder: Path) -> CustomBenchmarkFile:
    path = folder / OWN_IDENTITY
    try:
        about = TypeAdapter(CustomBenchmarkFile).validate_json(path.read_bytes())
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


def build_custom_data(items: Sequence[ChoiceItem], facts: CustomBenchmarkInfo, folder: Path) -> BenchmarkData:
    """Build the contents of a custom benchmark from its items."""
    sets, has_foils = build_case_sets(items), has_any_foil(items)
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
            MarginSpec(question_id, UNNAMED_MARGIN) for question_id in dict.fromkeys(item.question_id for item in items)
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
                protocol.protocol,
                protocol.title.capitalize(),
                (QUESTION,),
                "answers",
                protocol.source,
                protocol=protocol.protocol,
            )
            for protocol in protocols
        ),
    )


def has_any_foil(items: Iterable[ChoiceItem]) -> bool:
    """Return whether an item states the wrong answer that its author expects."""
    return any(item.foil != "" for item in items)
