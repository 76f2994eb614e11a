"""Builds a new generation of the warehouse from what is on the disk, and switches to it if its checks hold."""

import hashlib
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd

from core import __version__
from core.benchmarks import tri_bench
from core.benchmarks.checksums import pinned_checksums, sha256_of
from core.errors import BuildError, JournalError, WarehouseError
from core.files import exclusive, remove_parts
from core.images import DerivedImage, derive_images
from core.progress import Progress, Report, silent
from core.records import Correction, Refusal
from core.runs import Journal, journal_paths, prompt_sha256, read_journal, write_release_journals
from core.settings import PUBLISHED, Settings
from core.warehouse import rows
from core.warehouse.generations import (
    current_generation,
    new_generation,
    remove_old_generations,
    switch_to,
)
from core.warehouse.read import SQL, Warehouse, schema_sha256

CODE = Path(__file__).resolve().parents[1]


@dataclass(slots=True)
class BuildResult:
    """What a build made of what it read."""

    generation: Path
    counts: dict[str, int]
    refusals: list[Refusal]
    corrections: list[Correction]
    absent_tables: list[str]
    absent_photographs: int
    build_s: float
    is_new: bool = True


@dataclass(slots=True)
class _Inputs:
    """Everything that goes into the file, read and checked."""

    release: tri_bench.Release
    journals: list[tuple[Path, Journal]]
    images: dict[str, DerivedImage]
    sources: list[dict[str, Any]]
    refusals: list[Refusal] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)


def build(settings: Settings, source: Path | None = None, report: Report = silent) -> BuildResult:
    """Builds a new warehouse from a release folder and the journals, and makes it the current one.

    Raises:
        ReleaseError: a table of the release is not what it has to be.
        BuildError: the new warehouse fails its checks; it is removed and the current one stays.
        TrilensError: another process is building.
    """
    folder = (source or settings.release).expanduser().resolve()
    with exclusive(settings.data, "build"):
        remove_old_generations(settings.warehouse)
        for made_here in (settings.warehouse, settings.runs, settings.derived_images):
            remove_parts(made_here)
        inputs, read_s = _read_inputs(settings, folder, report)
        started = time.perf_counter()
        generation = new_generation(settings.warehouse)
        report(Progress("Writing the warehouse", 0, 1))
        try:
            counts = _write(generation, inputs, folder, fingerprint(settings, folder), read_s)
        except BaseException:
            generation.unlink(missing_ok=True)
            generation.with_name(f"{generation.name}.wal").unlink(missing_ok=True)
            raise
        switch_to(generation)
        remove_old_generations(settings.warehouse)
        report(Progress("Writing the warehouse", 1, 1))
    return BuildResult(
        generation=generation,
        counts=counts,
        refusals=inputs.refusals,
        corrections=inputs.corrections,
        absent_tables=inputs.release.absent_tables,
        absent_photographs=len(inputs.release.photographs) - len(inputs.images),
        build_s=read_s + time.perf_counter() - started,
    )


def is_current(settings: Settings, source: Path | None = None) -> bool:
    """Whether the current warehouse was built from the present inputs by the present code."""
    path = current_generation(settings.warehouse)
    if path is None:
        return False
    try:
        with Warehouse(path) as warehouse:
            built = warehouse.query("build")
    except WarehouseError:  # made by a version with other tables
        return False
    folder = (source or settings.release).expanduser().resolve()
    return bool(built["fingerprint"][0] == fingerprint(settings, folder))


def fingerprint(settings: Settings, folder: Path) -> str:
    """A checksum over all that a build depends on: the release's files, the journals, the published figures, the code.

    Photographs enter by size and time of change; their content is checked by `fetch`.
    """
    digest = hashlib.sha256(__version__.encode())
    release_journals = settings.runs / tri_bench.BENCHMARK_ID
    contents = [*(folder / table for table in (*tri_bench.TABLES, tri_bench.PROMPT)), *PUBLISHED.iterdir()]
    contents += [path for path in journal_paths(settings.runs) if path.parent != release_journals]
    contents += [*CODE.rglob("*.py"), *CODE.rglob("*.sql")]
    for path in sorted(contents):
        digest.update(f"{path}:{sha256_of(path) if path.is_file() else 'absent'}\n".encode())
    for path in sorted((folder / tri_bench.IMAGES).glob("*.jpg")):
        stat = path.stat()
        digest.update(f"{path}:{stat.st_size}:{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _read_inputs(settings: Settings, folder: Path, report: Report) -> tuple[_Inputs, float]:
    """The inputs, and the seconds that they took without the photographs."""
    started = time.perf_counter()
    report(Progress("Reading the release", 0, 1))
    release = tri_bench.read_release(folder)
    write_release_journals(
        settings.runs,
        tri_bench.MODELS,
        (tri_bench.PROMPT_ID, release.prompt),
        release.raw_replies,
        source=f"Tri-Bench release, {tri_bench.RAW_REPLIES}",
    )
    inputs = _Inputs(release, [], {}, [], corrections=_corrections(release))
    for path in journal_paths(settings.runs):
        try:
            journal = read_journal(path)
        except JournalError as error:
            inputs.refusals.append(Refusal(path.name, "whole file", str(error)))
        else:
            inputs.journals.append((path, _known_photographs_only(path, journal, inputs)))
            inputs.refusals += journal.refusals
    _refuse_repeated_runs(inputs)
    report(Progress("Reading the release", 1, 1))
    before_images = time.perf_counter()
    _derive(settings, folder, inputs, report)
    image_s = time.perf_counter() - before_images
    _list_sources(settings, folder, inputs)
    return inputs, time.perf_counter() - started - image_s


def _corrections(release: tri_bench.Release) -> list[Correction]:
    found = release.relabelling
    if found.is_identity:
        return []
    moved = ", ".join(f"{label} is {condition}" for label, condition in found.condition_of_label.items())
    return [
        Correction(
            source=tri_bench.RAW_REPLIES,
            location="column image_path",
            finding=f"The labels name other photographs than {tri_bench.PREDICTIONS} does, alike for every triangle.",
            correction=f"Read as: {moved}.",
            evidence=f"{found.agreeing_before} of {found.replies} replies agree with the parsed table under their own "
            f"label, {found.agreeing_after} under the corrected one.",
        )
    ]


def _known_photographs_only(path: Path, journal: Journal, inputs: _Inputs) -> Journal:
    known = {photograph.photograph_id for photograph in inputs.release.photographs}
    unknown = sorted({reply.photograph_id for reply in journal.replies} - known)
    for photograph_id in unknown[:20]:
        inputs.refusals.append(Refusal(path.name, photograph_id[:80], "the benchmark has no such photograph"))
    if len(unknown) > 20:
        inputs.refusals.append(Refusal(path.name, f"{len(unknown) - 20} more", "the benchmark has no such photographs"))
    replies = [reply for reply in journal.replies if reply.photograph_id in known]
    return Journal(journal.run, journal.is_published, replies, journal.refusals)


def _refuse_repeated_runs(inputs: _Inputs) -> None:
    """Leaves out a journal whose run, or whose prompt's or model's meaning, another journal gave already."""
    seen: dict[str, object] = {}
    kept = []
    for path, journal in inputs.journals:
        claims = {
            f"run {journal.run.run_id}": path,
            f"prompt {journal.run.prompt_id}": journal.run.prompt,
            f"model {journal.run.model.model_id}": journal.run.model,
        }
        clash = next((claim for claim, value in claims.items() if seen.get(claim, value) != value), None)
        if clash:
            inputs.refusals.append(Refusal(path.name, "whole file", f"another journal has a different {clash}"))
        else:
            seen |= claims
            kept.append((path, journal))
    inputs.journals = kept


def _derive(settings: Settings, folder: Path, inputs: _Inputs, report: Report) -> None:
    originals = {
        photograph.photograph_id: path
        for photograph in inputs.release.photographs
        if (path := folder / tri_bench.IMAGES / f"{photograph.photograph_id}.jpg").is_file()
    }
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        report(Progress("Preparing photographs", done, len(originals)))

    images = derive_images(originals.values(), settings.derived_images, count)
    inputs.images = dict(zip(originals, images, strict=True))
    for photograph_id, image in inputs.images.items():
        if image.error:
            inputs.refusals.append(Refusal(f"{tri_bench.IMAGES}/{photograph_id}.jpg", "whole file", image.error))


def _list_sources(settings: Settings, folder: Path, inputs: _Inputs) -> None:
    checksum_by_path = {
        f"{tri_bench.IMAGES}/{photograph_id}.jpg": image.sha256 for photograph_id, image in inputs.images.items()
    }
    pinned = pinned_checksums()
    expected = {*pinned, *tri_bench.TABLES, tri_bench.PROMPT, *checksum_by_path}
    for path in sorted(expected):
        file = folder / path
        if not file.is_file():
            inputs.sources.append({"path": path, "bytes": None, "sha256": None, "status": "absent"})
            continue
        sha256 = checksum_by_path.get(path) or sha256_of(file)
        status = "unlisted" if path not in pinned else "verified" if pinned[path] == sha256 else "changed"
        inputs.sources.append({"path": path, "bytes": file.stat().st_size, "sha256": sha256, "status": status})
    for file, _ in inputs.journals:
        name = f"runs/{file.relative_to(settings.runs)}"
        inputs.sources.append(
            {"path": name, "bytes": file.stat().st_size, "sha256": sha256_of(file), "status": "unlisted"}
        )


def _write(generation: Path, inputs: _Inputs, folder: Path, checksum: str, read_s: float) -> dict[str, int]:
    """Writes and checks the file; returns the number of rows by table."""
    started = time.perf_counter()
    connection = duckdb.connect(str(generation))
    try:
        for path in sorted((SQL / "tables").glob("*.sql")):
            connection.execute(path.read_text(encoding="utf-8"))
        counts = {name: _insert(connection, name, table) for name, table in _tables(inputs).items()}
        build_s = read_s + time.perf_counter() - started
        built = {
            "built_at": datetime.now(UTC), "trilens_version": __version__, "schema_sha256": schema_sha256(),
            "fingerprint": checksum, "source": str(folder), "build_s": build_s,
        }  # fmt: skip
        _insert(connection, "builds", [built])
        for path in sorted((SQL / "views").glob("*.sql")):
            connection.execute(path.read_text(encoding="utf-8"))
        _check(connection)
        connection.execute("checkpoint")
        return counts
    except duckdb.Error as error:
        raise BuildError(f"The new warehouse could not be written: {error}. The current one stays.") from error
    finally:
        connection.close()


def _tables(inputs: _Inputs) -> dict[str, Iterable[dict[str, Any]]]:
    """The rows of every table, in an order that keeps references whole."""
    release = inputs.release
    journals = [journal for _, journal in inputs.journals]
    truths = {(t.photograph_id, t.frame, t.question_id): t.value for t in release.truths}
    models = {journal.run.model.model_id: journal.run.model for journal in journals}
    prompts = {journal.run.prompt_id: journal.run.prompt for journal in journals} | {
        tri_bench.PROMPT_ID: release.prompt
    }
    paper = pd.read_csv(PUBLISHED / "tri_bench_paper.csv").assign(origin="paper").to_dict("records")
    figures: list[dict[Any, Any]] = [*paper, *map(asdict, release.published_figures)]
    return {
        "benchmarks": [tri_bench.benchmark_row()],
        "photographs": rows.photograph_rows(release.photographs, inputs.images),
        "questions": rows.question_rows(),
        "truths": rows.truth_rows(release.truths),
        "models": [asdict(model) for model in models.values()],
        "prompts": [{"prompt_id": k, "text": text, "sha256": prompt_sha256(text)} for k, text in prompts.items()],
        "runs": [
            {"run_id": journal.run.run_id, "model_id": journal.run.model.model_id, "prompt_id": journal.run.prompt_id,
             "image_view": journal.run.image_view, "started_at": journal.run.started_at, "source": journal.run.source,
             "is_published": journal.is_published, "journal": path.name, "journal_sha256": sha256_of(path)}
            for path, journal in inputs.journals
        ],
        "replies": (row for j in journals for row in rows.reply_rows(j.replies, j.run.model.model_id)),
        "answers": (row for j in journals for row in rows.answer_rows(j.replies, j.run.model.model_id, truths)),
        "released_scores": rows.released_score_rows(release.released_scores),
        "published_figures": ({**row, "position": position} for position, row in enumerate(figures)),
        "sources": inputs.sources,
        "refusals": [asdict(refusal) for refusal in inputs.refusals],
        "corrections": [asdict(correction) for correction in inputs.corrections],
    }  # fmt: skip


def _insert(connection: duckdb.DuckDBPyConnection, table: str, table_rows: Iterable[dict[str, Any]]) -> int:
    frame = pd.DataFrame.from_records(list(table_rows))
    if frame.empty:
        return 0
    connection.register("new_rows", frame)
    connection.execute(f"insert into {table} by name select * from new_rows")
    connection.unregister("new_rows")
    return len(frame)


def _check(connection: duckdb.DuckDBPyConnection) -> None:
    """Runs every file of `sql/checks`; each returns one row per violation.

    Raises:
        BuildError: there is a violation; names the check and its first row.
    """
    for path in sorted((SQL / "checks").glob("*.sql")):
        violations = connection.execute(path.read_text(encoding="utf-8")).fetchall()
        if violations:
            raise BuildError(
                f"The new warehouse fails its check {path.stem!r} in {len(violations)} places, the first is "
                f"{violations[0]}. The current one stays."
            )
