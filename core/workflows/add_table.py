"""Adds a table of multiple-choice questions as a benchmark of one's own, and builds its warehouse."""

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
from core.benchmarks.choice.custom_benchmark import (
    CustomBenchmarkInfo,
    check_facts,
    make_custom_benchmark,
    write_custom_benchmark,
)
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.option_references import describe_rotations, plan_rotation
from core.benchmarks.choice.table_images import TableImages
from core.benchmarks.choice.table_reader import read_choice_table
from core.benchmarks.choice.table_rows import open_table
from core.benchmarks.protocol import Benchmark
from core.errors import ReleaseError
from core.photographs.load_image import load_upright_image
from core.progress import Report, ignore_progress
from core.records import RejectedItem
from core.settings import Settings
from core.warehouse.build import BuildResult, build

ChooseColumns = Callable[[tuple[str, ...]], TableColumns]
"""Says which of the table's columns holds what."""


@dataclass(frozen=True, slots=True)
class TableBenchmarkResult:
    """What was added.

    Attributes:
        items: with the rotations, where they were asked for.
        refusals: rows that were left out.
        built: None where no warehouse was wanted.
        sets: how many there are, by protocol.
        notes: what was done to the table and its options, each a sentence.
    """

    columns: TableColumns
    items: int
    sets: dict[str, int]
    refusals: list[RejectedItem]
    built: BuildResult | None
    notes: list[str] = field(default_factory=list)


_ADDING = ".adding"
"""The file in a benchmark's folder that is there until the benchmark is added: a killed `add` leaves it."""


def check_free(settings: Settings) -> None:
    """Makes sure that nothing is in the folder of a benchmark that is to be added, but what a killed `add` left.

    Raises:
        ReleaseError: something is.
    """
    if (settings.data / _ADDING).exists() or not settings.data.exists():
        return
    if any(path for path in settings.data.iterdir() if not path.name.startswith(".")):
        raise ReleaseError(
            f"{settings.data} is there already. Choose another name, or remove this folder with its runs first"
        )


def add_table(
    settings: Settings,
    table: Path,
    facts: CustomBenchmarkInfo,
    choose: ChooseColumns,
    *,
    pictures: Path | None = None,
    check: PictureCheck = load_upright_image,
    is_circular: bool = False,
    strip_letters: bool = False,
    is_built: bool = True,
    report: Report = ignore_progress,
) -> TableBenchmarkResult:
    """Reads a table, copies its items and pictures to the data folder and builds a warehouse of them.

    Nothing stays behind if a step fails. After a kill the same command goes on: the build takes what was made.

    Args:
        settings: of the data folder.
        table: CSV, TSV, JSON lines, JSON or Parquet.
        facts: its id, title and source.
        choose: says which column holds what.
        pictures: the folder that paths in the table start from; the table's own by default.
        check: opens a picture, or says why it cannot be used.
        is_circular: asks every rotation of the options too (CircularEval), except of options that refer to others.
        strip_letters: removes letters that all options of a question carry (`A. table`).
        is_built: whether the warehouse is built too.
        report: takes the progress.

    Raises:
        ReleaseError: the id is taken, or no row of the table can be used.
        TrilensError: another process adds a benchmark of this id.
    """
    check_facts(facts)
    settings = settings.select_benchmark(facts.benchmark_id)
    check_free(settings)
    with lock_folder(settings.data, "add"), tempfile.TemporaryDirectory(prefix="trilens_") as unpacked:
        was_killed = (settings.data / _ADDING).exists()
        (settings.data / _ADDING).touch()
        try:
            columns = choose(open_table(table).columns)
            found = TableImages(pictures or table.parent, check, Path(unpacked))
            read = read_choice_table(table, columns, found, strip_letters=strip_letters)
            items, notes = read.items, list(read.notes)
            if is_circular:
                items = expand_rotations(items, plan=plan_rotation)
                notes += describe_rotations(read.items)
            if was_killed and settings.release.exists():
                shutil.rmtree(settings.release)
            written = write_custom_benchmark(settings.release, items, facts, read.refusals)
            added = TableBenchmarkResult(
                columns, len(items), Counter(one.protocol for one in build_case_sets(items)), read.refusals, None, notes
            )
            del read, items, found  # a large table is in memory once
            own = (
                replace(make_custom_benchmark(facts.benchmark_id), reads=lambda _folder, _check: written)
                if written
                else None
            )
            built = build(settings, report=report, benchmark=cast("Benchmark | None", own)) if is_built else None
            (settings.data / _ADDING).unlink()
        except BaseException:
            if not was_killed:  # somebody may have asked models since
                shutil.rmtree(settings.data)
            raise
    return replace(added, built=built)
