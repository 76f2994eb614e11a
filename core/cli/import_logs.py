"""The command `import`: import of logs and tables of replies, and the ranking with the new runs."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import TypeVar

from core.cli.ranking import build_and_rank
from core.cli.terminal import show_progress_bars, stderr, stdout
from core.errors import ImageViewError, PromptError, ReplyFileError
from core.importers.benchmark_index import BenchmarkIndex, load_benchmark_indexes
from core.importers.case_matching import read_map
from core.importers.image_folder import ImageFolder
from core.importers.import_plan import ImportPlan, PlannedRun
from core.importers.importer import ImportOptions, plan_import
from core.inference.prompts import Prompt, find_prompt, get_benchmark_prompt
from core.inference.view_names import check_view
from core.records import ORIGINAL_VIEW, RejectedItem, ReplyStatus
from core.workflows.benchmark_from_logs import add_benchmark_of_logs
from core.workspace import Workspace

T = TypeVar("T")

MAX_REASONS_SHOWN = 20
MAX_ROWS_SHOWN = 5
MAX_MISSING_SHOWN = 5


def import_logs(
    paths: Sequence[Path],
    workspace: Workspace,
    *,
    benchmark_id: str | None = None,
    source: Path | None = None,
    model: str | None = None,
    prompt: str | None = None,
    image_view: str = ORIGINAL_VIEW,
    mapping: Path | None = None,
    pictures: ImageFolder | None = None,
    said: frozenset[tuple[str, str]] = frozenset(),
    partial: bool = False,
    is_built: bool = True,
    with_all: bool = False,
) -> None:
    """Import logs, print what was imported and refused, build what changed, and print the ranking.

    Args:
        paths: files and folders.
        workspace: of any benchmark.
        benchmark_id: benchmark of the rows; by default every available benchmark is tried.
        source: the benchmark's folder, if it is not in the data folder.
        model: name of the model, for logs that do not state it.
        prompt: id or text file of the prompt that was sent, for logs that do not state it.
        image_view: image view that was sent.
        mapping: a CSV file with the case of each index.
        pictures: images that the logs do not contain.
        said: file and location of rows whose refusal was already printed.
        partial: whether to import plain tables even if some rows are refused.
        is_built: whether to build the warehouses.
        with_all: whether the ranking lists every run, regardless of their number.

    Raises:
        ReplyFileError: nothing can be imported, or rows of a plain table are refused.
        JournalError: another journal has the name of a new one.
    """
    benchmark_indexes = load_benchmark_indexes(workspace, benchmark_id, source)
    wishes = ImportOptions(
        model or "",
        _find_prompts(prompt, benchmark_indexes),
        _find_view(image_view, benchmark_indexes),
        read_map(mapping) if mapping else {},
        pictures,
        said,
    )
    with show_progress_bars() as report:
        planned = plan_import(paths, benchmark_indexes, wishes, report)
    with planned:
        _print_refusals(planned.refusals, planned.not_kept)
        _check(planned, paths, partial=partial)
        new = planned.take()
        _print_runs(planned, new)
    for index in benchmark_indexes if is_built else ():
        if run_ids := {run.journal.run.run_id for run in planned.runs if run.known is index}:
            build_and_rank(index.workspace, index.folder, run_ids, with_all=with_all)


def add_benchmark(
    paths: Sequence[Path],
    workspace: Workspace,
    benchmark_id: str,
    *,
    pictures: ImageFolder | None = None,
    rule: str = "",
    model: str | None = None,
) -> frozenset[tuple[str, str]]:
    """Add the questions of logs as a new benchmark, and print the rows that were refused.

    Args:
        paths: files and folders.
        workspace: of any benchmark.
        benchmark_id: id of the new benchmark.
        pictures: images that the logs do not contain.
        rule: of open questions.
        model: name of the model, for logs that do not state it.

    Returns:
        File and location of the refused rows.

    Raises:
        ReplyFileError: no log exists, or one does not name its model and none is given; nothing is written.
        ReleaseError: the id is taken, no type of questions has the rule, or the logs have no question that can be used.
    """
    with show_progress_bars() as report:
        benchmark = add_benchmark_of_logs(
            workspace, benchmark_id, paths, report, pictures=pictures, rule=rule, is_model_needed=not model
        )
    _print_refusals(benchmark.refusals, benchmark.refused - len(benchmark.refusals))
    sets = "".join(f", {count} {protocol} sets" for protocol, count in benchmark.added.sets.items())
    stdout.print(f"{benchmark_id}: {benchmark.added.items} questions from the logs{sets}.", markup=False)
    return benchmark.places


def _find_prompts(name: str | None, indexes: Sequence[BenchmarkIndex]) -> dict[str, tuple[str, str]]:
    """Find the id and text of the prompt that the user names, by benchmark."""
    if name is None:
        return {}

    def find(index: BenchmarkIndex) -> Prompt:
        usual_prompt = get_benchmark_prompt(index.contents)
        return find_prompt(name, usual_prompt, index.benchmark)

    prompts = _collect_available(find, indexes)
    return {index.benchmark_id: (prompt.prompt_id, prompt.text) for index, prompt in prompts}


def _collect_available(
    of: Callable[[BenchmarkIndex], T], indexes: Sequence[BenchmarkIndex]
) -> list[tuple[BenchmarkIndex, T]]:
    """Collect the value of each benchmark that has it; raise the last error if none has it."""
    collected, wrong = [], []
    for index in indexes:
        try:
            collected.append((index, of(index)))
        except (PromptError, ImageViewError) as error:
            wrong.append(error)
    if not collected:
        raise wrong[-1]
    return collected


def _find_view(name: str, indexes: Sequence[BenchmarkIndex]) -> str:
    """Return the view if one of the benchmarks has it."""
    return _collect_available(lambda index: check_view(name, index.benchmark.image_views), indexes)[0][1]


def _check(planned: ImportPlan, paths: Sequence[Path], *, partial: bool) -> None:
    """Check that there is something to import, and that no row of a plain table is refused."""
    if not planned.runs:
        first = planned.refusals[0] if planned.refusals else None
        why = f" {first.source}, {first.location}: {first.reason}" if first else ""
        raise ReplyFileError(f"{', '.join(map(str, paths))} has no reply that can be imported.{why}")
    if planned.refused_in_tables and not partial:
        tables = ", ".join(str(log.path) for log in planned.found.logs if log.is_table)
        raise ReplyFileError(
            f"{planned.refused_in_tables} rows of {tables} are refused, so none is imported. "
            "To import the others, add --partial."
        )


def _print_refusals(refusals: Sequence[RejectedItem], further: int) -> None:
    """Print the first refusals, grouped by file and reason; `further` ones were only counted."""
    places: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for refusal in refusals:
        places[refusal.source, refusal.reason].append(refusal.location)
    for (source, reason), rows in islice(places.items(), MAX_REASONS_SHOWN):
        more = f"; and {len(rows) - MAX_ROWS_SHOWN} more rows" if len(rows) > MAX_ROWS_SHOWN else ""
        stderr.print(f"Refused: {source}, {'; '.join(rows[:MAX_ROWS_SHOWN])}{more}: {reason}", markup=False)
    if more_reasons := sum(map(len, islice(places.values(), MAX_REASONS_SHOWN, None))) + further:
        stderr.print(f"and {more_reasons} more rows", markup=False)


def _print_runs(planned: ImportPlan, new: Sequence[PlannedRun]) -> None:
    """Print the content of each run by program, task and model."""
    ordered = sorted(planned.runs, key=lambda run: (_format_heading(run), run.journal.run.run_id))
    for heading, runs in groupby(ordered, key=_format_heading):
        stdout.print(heading, markup=False)
        notes: dict[str, None] = {}
        for run in runs:
            notes |= dict.fromkeys(run.logged.notes)
            _print_run(run, is_new=any(run is new_run for new_run in new))
        for note in notes:
            stdout.print(f"  {note}", markup=False)
    found_logs = planned.found
    counts = (
        (len(found_logs.logs), "logs read"),
        (found_logs.twice, "duplicates"),
        (found_logs.parts, "files that belong to them"),
        (found_logs.others, "other files"),
        (planned.refused, "rows refused"),
    )
    stdout.print(", ".join(f"{count} {what}" for count, what in counts if count) + ".", markup=False)


def _format_heading(run: PlannedRun) -> str:
    logged = run.logged
    return ", ".join(filter(None, (logged.program or "Table", logged.task, run.journal.run.model.display_name)))


def _print_run(run: PlannedRun, *, is_new: bool) -> None:
    words, missing = run.known.contents.words, run.missing
    named_cases = ", ".join(missing[:MAX_MISSING_SHOWN]) + (", ..." if len(missing) > MAX_MISSING_SHOWN else "")
    stdout.print(
        f"  {run.journal.run.run_id}: {run.statuses.total()} {words.cases} matched, "
        f"{len(missing)} of the benchmark are missing"
        + (f" ({named_cases})" if missing else "")
        + _format_statuses(run.statuses)
        + ("" if is_new else "; already imported")
        + (f"; {run.logged.ended}" if run.logged.ended else ""),
        markup=False,
    )


def _format_statuses(statuses: Counter[ReplyStatus]) -> str:
    """Format the number of incomplete replies by status."""
    counts = sorted((status.replace("_", " "), count) for status, count in statuses.items() if status != "ok")
    return f"; {', '.join(f'{count} {status}' for status, count in counts)}" if counts else ""
