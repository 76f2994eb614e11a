"""Addition of a table of multiple-choice questions as a benchmark of the user, with its warehouse."""

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from core.atomic_files import lock_folder
from core.benchmarks.choice.circular import build_case_sets, expand_rotations
from core.benchmarks.choice.columns import TableColumns
from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo, check_facts, make_custom_benchmark
from core.benchmarks.choice.custom_benchmark_writer import write_custom_benchmark
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.object_columns import open_question_table
from core.benchmarks.choice.open_rows import OpenQuestions
from core.benchmarks.choice.option_references import describe_rotations, plan_rotation
from core.benchmarks.choice.table_images import TableImages
from core.benchmarks.choice.table_reader import read_choice_table
from core.benchmarks.choice.understanding import (
    ColumnUse,
    choose_prompt,
    choose_words,
    describe_columns,
    describe_kinds,
    describe_large_regions,
    describe_mixed_choices,
)
from core.benchmarks.protocol import Benchmark
from core.errors import ReleaseError
from core.photographs.load_image import load_upright_image
from core.progress import Report, ignore_progress
from core.records import RejectedItem
from core.warehouse.build import BuildResult, build
from core.workflows.spreadsheet_table import SPREADSHEET, convert_spreadsheet
from core.workspace import Workspace

ChooseColumns = Callable[[tuple[str, ...]], TableColumns]
"""A function that assigns roles to the table's columns."""


@dataclass(frozen=True, slots=True)
class TableBenchmarkResult:
    """The result of adding a table.

    Attributes:
        items: number of questions, including rotations if requested.
        refusals: rows that were left out.
        built: None if no warehouse was requested.
        sets: number of sets by protocol.
        notes: changes made to the table and its options, one sentence each.
        understood: what each column means, with an example and the option to pass if it is wrong.
        column_uses: each column of the table with its role and an example.
        kinds: a sentence per kind of question, with an example and the score.
    """

    columns: TableColumns
    items: int
    sets: dict[str, int]
    refusals: list[RejectedItem]
    built: BuildResult | None
    notes: list[str] = field(default_factory=list)
    understood: list[str] = field(default_factory=list)
    column_uses: list[ColumnUse] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)


NOT_STATED = "not stated"
"""Author and licence of a benchmark that states none."""

_ADDING = ".adding"
"""Marker file in a benchmark's folder that exists until the benchmark is added; a killed `add` leaves it behind."""


def check_free(workspace: Workspace) -> None:
    """Check that the folder of a new benchmark is empty except for files that a killed `add` left behind.

    Raises:
        ReleaseError: the folder contains other files.
    """
    if (workspace.data / _ADDING).exists() or not workspace.data.exists():
        return
    if any(path for path in workspace.data.iterdir() if not path.name.startswith(".")):
        raise ReleaseError(
            f"{workspace.data} already exists. Choose another name, or first remove this folder with its runs."
        )


def add_table(
    workspace: Workspace,
    table: Path,
    facts: CustomBenchmarkInfo,
    choose: ChooseColumns,
    *,
    pictures: Path | None = None,
    check: PictureCheck = load_upright_image,
    is_circular: bool = False,
    strip_letters: bool = False,
    open_questions: OpenQuestions = OpenQuestions(),  # noqa: B008 - immutable
    is_built: bool = True,
    report: Report = ignore_progress,
) -> TableBenchmarkResult:
    """Read a table, copy its questions and images to the data folder, and build their warehouse.

    If a step fails, everything is removed. If the process is killed, the same command resumes and reuses its work.

    Args:
        workspace: of the data folder.
        table: CSV, TSV, JSON Lines, JSON, Parquet or xlsx file.
        facts: the benchmark's id, title and source.
        choose: assigns roles to the columns.
        pictures: folder to which paths in the table are relative; the table's folder by default.
        check: opens an image, or raises an error that states why it cannot be used.
        is_circular: whether to ask every rotation of the options too (CircularEval), except if options refer to others.
        strip_letters: whether to remove letters in front of all options of a question (`A. table`).
        open_questions: how questions without options are meant.
        is_built: whether to build the warehouse.
        report: receives the progress.

    Raises:
        ReleaseError: the id is taken, or no row of the table can be used.
        TrilensError: another process is adding a benchmark with this id.
    """
    check_facts(facts)
    workspace = workspace.select_benchmark(facts.benchmark_id)
    check_free(workspace)
    with lock_folder(workspace.data, "add"), tempfile.TemporaryDirectory(prefix="trilens_") as unpacked:
        was_killed = (workspace.data / _ADDING).exists()
        (workspace.data / _ADDING).touch()
        try:
            pictures = pictures or table.parent
            if table.suffix.lower() == SPREADSHEET:
                table = convert_spreadsheet(table, Path(unpacked))
            columns = choose(open_question_table(table).columns)
            found = TableImages(pictures, check, Path(unpacked))
            read = read_choice_table(table, columns, found, strip_letters=strip_letters, open_questions=open_questions)
            items, notes = read.items, list(read.notes)
            notes += [*describe_large_regions(items), *describe_mixed_choices(items)]
            if is_circular:
                items = expand_rotations(items, plan=plan_rotation)
                notes += describe_rotations(read.items)
            if was_killed and workspace.release.exists():
                shutil.rmtree(workspace.release)
            if any(item.form is not None for item in items):
                facts = replace(facts, prompt=choose_prompt(items), words=choose_words(items))
            written = write_custom_benchmark(workspace.release, items, facts, read.refusals)
            sets = Counter(case_set.protocol for case_set in build_case_sets(items))
            uses, kinds = describe_columns(columns, open_question_table(table)), describe_kinds(read.items)
            understood = [use.describe() for use in uses] + describe_kinds(read.items, with_options=True)
            added = TableBenchmarkResult(columns, len(items), sets, read.refusals, None, notes, understood, uses, kinds)
            del read, items, found  # keep a large table in memory only once
            own = (
                replace(make_custom_benchmark(facts.benchmark_id), reads=lambda _folder, _check: written)
                if written
                else None
            )
            built = build(workspace, report=report, benchmark=cast("Benchmark | None", own)) if is_built else None
            (workspace.data / _ADDING).unlink()
        except BaseException:
            if not was_killed:  # models may have been asked since
                shutil.rmtree(workspace.data)
            raise
    return replace(added, built=built)
