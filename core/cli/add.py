"""The command `add`, which adds a user's benchmark from a table."""

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from core.cli.terminal import print_build, show_progress_bars, stdout

if TYPE_CHECKING:
    from core.benchmarks.choice.columns import TableColumns
    from core.parsing.open_answers.coordinates import Scale
    from core.workflows.add_table import TableBenchmarkResult


class AnswerFormat(StrEnum):
    """Form in which a table states the answer key."""

    LETTER, TEXT, INDEX, NUMBER = "letter", "text", "index", "number"


NOT_STATED = "not stated"

Table = Annotated[Path, typer.Argument(help="CSV, TSV, JSON Lines, JSON, Parquet or xlsx file, a question per row.")]
Name = Annotated[
    str | None, typer.Option(help="Id of the benchmark: a-z, 0-9 and _. By default derived from the file name.")
]
Several = list[str] | None


def add_command(
    table: Table,
    name: Name = None,
    title: Annotated[str | None, typer.Option(help="Title on pages. By default the id.")] = None,
    images: Annotated[
        Path | None, typer.Option(help="Folder to which image paths are relative. By default the table's folder.")
    ] = None,
    question: Annotated[str | None, typer.Option(help="Column of the question.")] = None,
    options: Annotated[
        str | None,
        typer.Option(
            help="Column with the options as a list or as one text (A. x B. y), or one column per option: A,B,C,D."
        ),
    ] = None,
    answer: Annotated[str | None, typer.Option(help="Column of the answer key.")] = None,
    answer_form: Annotated[
        AnswerFormat | None,
        typer.Option(
            help="Form of the answer key: letter (also with its text: B) cup), text, index (from 0) or number (from 1)."
        ),
    ] = None,
    image: Annotated[Several, typer.Option(help="Column of the image (path or base64). Can be repeated.")] = None,
    id_column: Annotated[str | None, typer.Option("--id", help="Column of the question's id.")] = None,
    task: Annotated[str | None, typer.Option(help="Column of the task, the kind of question.")] = None,
    group: Annotated[
        str | None, typer.Option(help="Column of the independent unit, such as the scene. By default the first image.")
    ] = None,
    factor: Annotated[Several, typer.Option(help="Column to filter and group by. Can be repeated.")] = None,
    type_: Annotated[
        str | None,
        typer.Option(
            "--type",
            help="Type of questions: choice, choices (several are right), yes_no, number, text, point, box or order. "
            "It is detected from the options, the region or the answer.",
        ),
    ] = None,
    rule: Annotated[
        str | None,
        typer.Option(
            help="Score of open questions. Numbers: mra, relative, 'within 0.5', angular, count; points: inside, "
            "first, distance; boxes: iou or a threshold such as 0.5; orders: exact, kendall."
        ),
    ] = None,
    unit: Annotated[str | None, typer.Option(help="Unit of numbers, such as m; replies in cm are converted.")] = None,
    region: Annotated[
        str | None, typer.Option(help="Column of the right region: a polygon, or the path of a mask image.")
    ] = None,
    foil: Annotated[
        str | None,
        typer.Option(help="Column of the wrong answer that is expected of a model which does not look at the image."),
    ] = None,
    coordinates: Annotated[
        str, typer.Option(help="Scale that a question asks for: unit (0 to 1), thousand, percent or pixel.")
    ] = "unit",
    xywh: Annotated[bool, typer.Option("--xywh", help="Boxes are x, y, width, height instead of two corners.")] = False,
    together: Annotated[
        Several,
        typer.Option(
            "--set",
            help="NAME=COLUMN, as in flip=pair: rows with the same value form a set, right if all its rows are right. "
            "Can be repeated.",
        ),
    ] = None,
    circular: Annotated[
        bool,
        typer.Option(
            "--circular",
            help="Also ask each question with its options in other orders (CircularEval), so that each option comes "
            "first once. Options such as None of the above keep their position; questions with options such as Both "
            "A and B keep their order.",
        ),
    ] = False,
    source: Annotated[str | None, typer.Option(help="Source of the questions. By default the file name.")] = None,
    author: Annotated[str, typer.Option(help="Author of the questions.")] = NOT_STATED,
    version: Annotated[str, typer.Option(help="Version of the questions.")] = "1",
    licence: Annotated[str, typer.Option(help="Licence of the questions.")] = NOT_STATED,
) -> None:
    """Add your own benchmark from a table of questions: multiple choice, numbers, texts, points, boxes or orders.

    Columns are recognised by the names that VLMEvalKit and data sets on Hugging Face use: question, A, B, C ... (or
    options), answer, image, and if present index or id, category or task, group, hint, l2-category, split. Use the
    options below for other names. Letters in front of options (A. table) are removed. Options inside the question's
    text are extracted. If there are no options and the key is yes/no or true/false, these two become the options.
    Without options, a key that is a number, a list of four numbers or any other text makes a question for a number, a
    box or a text; with a column region (or polygon, mask), the question asks for a point.
    """
    from core.benchmarks.choice.columns import find_columns, make_factor_key
    from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo
    from core.benchmarks.choice.open_rows import OpenQuestions
    from core.settings import read_settings
    from core.workflows.add_table import add_table

    benchmark_id = name or re.sub(r"[^a-z0-9]+", "_", table.stem.lower()).strip("_")
    shown = title or (name or table.stem)
    credit = shown if licence == NOT_STATED else f"{shown}, licence {licence}"
    facts = CustomBenchmarkInfo(benchmark_id, shown, author, source or table.name, version, licence, credit)
    single = {
        "question": question, "answer": answer, "item_id": id_column, "task": task, "group": group, "region": region,
        "foil": foil,
    }  # fmt: skip
    meant = OpenQuestions(type_ or "", rule or "", unit or "", cast("Scale", coordinates), xywh)

    def choose(columns: tuple[str, ...]) -> "TableColumns":
        several = {
            "options": tuple([options] if options in columns else (options or "").split(",")) if options else None,
            "images": tuple(image or ()),
            "factors": tuple((make_factor_key(column), column) for column in factor or ()),
            "sets": tuple(_parse_set(text) for text in together or ()),
            "answer_form": answer_form,
        }
        return find_columns(columns, {key: value for key, value in (single | several).items() if value})

    with show_progress_bars() as report, _pause_garbage_collection():
        added = add_table(
            read_settings().workspace,
            table,
            facts,
            choose,
            pictures=images,
            is_circular=circular,
            strip_letters=True,
            open_questions=meant,
            report=report,
        )
    _print_added(benchmark_id, added)


@contextmanager
def _pause_garbage_collection() -> Iterator[None]:
    """Pause Python's cyclic garbage collection: the millions of records of a large table contain no cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _parse_set(text: str) -> tuple[str, str]:
    """Parse NAME=COLUMN into protocol and column."""
    from core.errors import ReleaseError

    protocol, separator, column = text.partition("=")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", protocol) or not separator:
        raise ReleaseError(f"--set {text}: write NAME=COLUMN with a lower-case name, as in flip=pair")
    return protocol, column


def _print_added(benchmark_id: str, added: "TableBenchmarkResult") -> None:
    columns = added.columns
    of_column = dict(columns.sets)
    named = {protocol: f"{added.sets.get(protocol, 0)} {protocol} by {column}" for protocol, column in columns.sets}
    made = {protocol: f"{count} {protocol}" for protocol, count in added.sets.items() if protocol not in of_column}
    if added.built:
        print_build(added.built)
    defaults = {
        "options": "" if columns.options else "none",
        "id": "" if columns.item_id else "the row's number",
        "task": "" if columns.task else "one for all",
        "group": "" if columns.group else "the first image",
        "sets": ", ".join((named | made).values()),
    }
    lines = [*added.understood, *added.notes]
    if stated := "; ".join(f"{what} = {value}" for what, value in defaults.items() if value):
        lines.append(f"Without a column: {stated}")
    for line in lines:
        stdout.print(line, markup=False)
    stdout.print(
        f"{benchmark_id}: {added.items} questions; rows refused: {len(added.refusals)}. "
        f"Ask a model: trilens run --benchmark {benchmark_id} --model MODEL",
        markup=False,
    )
