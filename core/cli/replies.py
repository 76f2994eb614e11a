"""The commands `import` and `export`: replies of other programs in, tables of the warehouse out."""

import hashlib
import re
from dataclasses import replace
from pathlib import Path

from core.asking.image_views import known_view
from core.asking.prompts import Prompt, find_prompt
from core.benchmarks.registry import benchmark_of
from core.cli.terminal import stderr, stdout
from core.errors import JournalError, ReplyFileError, SelectionError, WarehouseError
from core.files import atomic_write, exclusive
from core.records import Model, Refusal, Reply, Run
from core.runs.imports.replies_file import read_replies_file
from core.runs.journal import check_run, read_journal, write_journal
from core.settings import FIRST_BENCHMARK, Settings
from core.text import printable
from core.warehouse.read import open_current

MAX_REFUSALS_SHOWN = 20


def import_replies(
    file: Path,
    model: str | None,
    prompt: str | None,
    image_view: str,
    settings: Settings,
    source: Path | None,
    *,
    partial: bool,
) -> None:
    """Writes the replies of a file as journals; `partial` allows refused rows.

    Raises:
        ReplyFileError: the file has an unknown form, or rows of it are refused.
        JournalError: another journal already has the name of the new one.
    """
    benchmark = benchmark_of(settings)
    contents = benchmark.read((source or settings.release).expanduser().resolve())
    known, words = [case.case_id for case in contents.cases], contents.words
    view = known_view(image_view, benchmark.image_views)
    if _is_journal(file):
        runs, refusals = _from_journal(file, set(known), words.case)
    else:
        sent = find_prompt(prompt, contents.prompt, benchmark, contents.benchmark_id)
        runs, refusals = _from_table(file, known, words.case, model, sent, view)
    for refusal in refusals[:MAX_REFUSALS_SHOWN]:
        stderr.print(printable(f"Refused: {refusal.location}: {refusal.reason}"), markup=False)
    if len(refusals) > MAX_REFUSALS_SHOWN:
        stderr.print(f"and {len(refusals) - MAX_REFUSALS_SHOWN} more")
    if refusals and not partial:
        raise ReplyFileError(
            f"{len(refusals)} rows of {file} are refused, so none is imported. --partial imports the rest."
        )
    which = "" if settings.benchmark_id == FIRST_BENCHMARK else f" --benchmark {settings.benchmark_id}"
    for run, replies in runs:
        _write(settings, run, replies)
        asked = {reply.case_id for reply in replies}
        missing = [case_id for case_id in known if case_id not in asked]
        stdout.print(
            f"{run.run_id}: {len(replies)} {words.cases} matched, {len(missing)} of the benchmark are missing"
            + (f" ({', '.join(missing[:5])}{', ...' if len(missing) > 5 else ''})" if missing else "")
            + f", {len(refusals)} rows refused. Next: python -m core build{which}",
            markup=False,
        )


def _from_journal(file: Path, known: set[str], word: str) -> tuple[list[tuple[Run, list[Reply]]], list[Refusal]]:
    journal = read_journal(file)
    refusals = list(journal.refusals)
    replies = []
    for reply in journal.replies:
        if reply.case_id in known:
            replies.append(reply)
        else:
            refusals.append(Refusal(file.name, reply.case_id[:40], f"the benchmark has no such {word}"))
    return [(journal.run, replies)], refusals


def _from_table(
    file: Path, known: list[str], word: str, model: str | None, prompt: Prompt, image_view: str
) -> tuple[list[tuple[Run, list[Reply]]], list[Refusal]]:
    read = read_replies_file(file, known, word)
    runs = []
    for column, replies in read.replies.items():
        name = column or model
        if not name:
            raise ReplyFileError("The file does not name the model. Give its name: --model NAME.")
        run = Run(
            run_id=_run_id(name, file),
            model=Model(f"import:{name}", name),
            prompt_id=prompt.prompt_id,
            prompt=prompt.text,
            image_view=image_view,
            source=printable(f"imported from {file.name}")[:100].strip(),
        )
        runs.append((run, [replace(reply, run_id=run.run_id) for reply in replies.values()]))
    return runs, read.refusals


def _is_journal(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return re.match(rb'(\xef\xbb\xbf)?\s*\{[^\n]*"journal"\s*:', opened.readline(1_000_000)) is not None
    except OSError as error:
        raise ReplyFileError(f"{file} cannot be read: {error}") from error


def _run_id(name: str, file: Path) -> str:
    """The id of a file's run: the same content gives the same id."""
    slug = re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:40].strip("-.")
    return f"import-{slug}-{hashlib.sha256(file.read_bytes()).hexdigest()[:8]}"


def _write(settings: Settings, run: Run, replies: list[Reply]) -> None:
    check_run(run)
    path = settings.runs / f"{re.sub(r'[^A-Za-z0-9._-]+', '-', run.run_id).strip('-.') or 'run'}.jsonl"
    with exclusive(settings.runs, path.name):
        if path.exists():
            held = read_journal(path)
            if held.replies == replies:
                return
            raise JournalError(f"{path} holds other replies under this run's name. Move that file away first.")
        write_journal(path, run, replies)


def export_table(file: Path, table: str | None, runs: list[str], settings: Settings) -> None:
    """Writes a table of the current warehouse, or the part of it that belongs to some runs, as CSV or Parquet.

    Raises:
        WarehouseError: the table is unknown, or has no rows of these runs.
        SelectionError: the file's name does not end with .csv or .parquet.
    """
    if file.suffix not in (".csv", ".parquet"):
        raise SelectionError(f"{file}: the name has to end with .csv or .parquet.")
    with open_current(settings) as warehouse:
        table = table or next(name for name in ("answers", "scored_answers") if name in warehouse.tables())
        rows = warehouse.table(table)
    if runs:
        if "run_id" not in rows.columns:
            raise WarehouseError(f"{table} has no column run_id. Export it without --run.")
        if unknown := sorted(set(runs) - set(rows["run_id"])):
            raise WarehouseError(f"{table} has no rows of the run {', '.join(unknown)}.")
        rows = rows[rows["run_id"].isin(runs)]
    with atomic_write(file) as opened:
        if file.suffix == ".csv":
            rows.to_csv(opened, index=False)
        else:
            rows.to_parquet(opened, index=False)
    stdout.print(f"{len(rows)} rows of {table} in {file}", markup=False)
