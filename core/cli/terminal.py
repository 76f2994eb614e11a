"""Terminal output of commands: two consoles, progress bars, and the outcome of a build."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console

from core.formatting import to_single_line
from core.progress import Progress, Report

if TYPE_CHECKING:
    from core.warehouse.build import BuildResult

stderr = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
stdout = Console(highlight=False, soft_wrap=True, emoji=False)


@contextmanager
def show_progress_bars() -> Iterator[Report]:
    """Show progress bars on a terminal; otherwise (in a log) print a line when a stage ends."""
    if not stderr.is_terminal:
        ended: set[str] = set()

        def log(progress: Progress) -> None:
            if progress.done >= progress.total and progress.stage not in ended:
                ended.add(progress.stage)
                stderr.print(f"{progress.stage}: {progress.done} of {progress.total}", markup=False)

        yield log
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as ProgressBars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with ProgressBars(*columns, console=stderr) as bars:
        tasks = {}

        def show(progress: Progress) -> None:
            if progress.stage not in tasks:
                tasks[progress.stage] = bars.add_task(progress.stage, total=progress.total)
            bars.update(tasks[progress.stage], completed=progress.done, total=progress.total)

        yield show


def print_build(result: "BuildResult") -> None:
    """Print the items that a build read, and those it refused with reasons."""
    counts = result.counts
    absent = f" ({result.absent_images} image files are missing)" if result.absent_images else ""
    stdout.print(
        f"Read {counts['cases']} {result.word}{absent}, "
        f"{counts['runs']} runs, {counts['case_replies']} replies, {counts['case_answers']} answers.",
        markup=False,
    )
    for table in result.absent_tables:
        stdout.print(f"Absent: {table}", markup=False)
    for correction in result.corrections:
        stdout.print(
            f"Corrected while reading: {correction.source}, {correction.location}: {correction.finding} "
            f"{correction.correction} {correction.evidence}",
            markup=False,
        )
    for refusal in result.refusals:
        stdout.print(to_single_line(f"Refused: {refusal.source}, {refusal.location}: {refusal.reason}"), markup=False)
    stdout.print(f"Switched to {result.generation} ({result.build_s:.1f} s without images).", markup=False)
