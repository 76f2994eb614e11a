"""Everything that goes into a warehouse, read and checked: the release, the journals, copies of the photographs."""

import hashlib
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core import __version__
from core.benchmarks import tri_bench
from core.benchmarks.checksums import pinned_checksums, sha256_of
from core.benchmarks.identity import IDENTITY
from core.benchmarks.release import Release, read_release
from core.errors import JournalError
from core.images import DerivedImage, derive_images
from core.measured import Row as MeasuredRow
from core.measured import measure_photographs
from core.progress import Progress, Report
from core.records import Correction, Refusal
from core.runs import Journal, journal_paths, read_journal, write_release_journals
from core.settings import PUBLISHED, Settings

CODE = Path(__file__).resolve().parents[1]


@dataclass(slots=True)
class Inputs:
    """Everything that goes into the file, read and checked."""

    release: Release
    journals: list[tuple[Path, Journal]]
    images: dict[str, DerivedImage]
    measured: dict[str, MeasuredRow]
    sources: list[dict[str, Any]]
    refusals: list[Refusal] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)


def fingerprint(settings: Settings, folder: Path) -> str:
    """A checksum over all that a build depends on: the release's files, the journals, the published figures, the code.

    Photographs enter by size and time of change; their content is checked by `fetch`.
    """
    digest = hashlib.sha256(__version__.encode())
    release_journals = settings.runs / tri_bench.BENCHMARK_ID
    contents = [*(folder / table for table in (*tri_bench.TABLES, tri_bench.PROMPT, IDENTITY)), *PUBLISHED.iterdir()]
    contents += [path for path in journal_paths(settings.runs) if path.parent != release_journals]
    contents += [*CODE.rglob("*.py"), *CODE.rglob("*.sql")]
    for path in sorted(contents):
        digest.update(f"{path}:{sha256_of(path) if path.is_file() else 'absent'}\n".encode())
    for path in sorted(path for path in (folder / tri_bench.IMAGES).glob("*.jpg") if path.is_file()):
        stat = path.stat()
        digest.update(f"{path}:{stat.st_size}:{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def read_inputs(settings: Settings, folder: Path, report: Report) -> tuple[Inputs, float]:
    """The inputs, and the seconds that they took without the photographs."""
    started = time.perf_counter()
    report(Progress("Reading the release", 0, 1))
    release = read_release(folder)
    write_release_journals(
        settings.runs,
        tri_bench.MODELS,
        (tri_bench.PROMPT_ID, release.prompt),
        release.raw_replies,
        source=f"Tri-Bench release, {tri_bench.RAW_REPLIES}",
    )
    inputs = Inputs(release, [], {}, {}, [], _refusals(release), _corrections(release))
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


def _refusals(release: Release) -> list[Refusal]:
    absent = release.absent_tables
    if tri_bench.PREDICTIONS not in absent or tri_bench.RAW_REPLIES in absent:
        return []
    reason = f"{tri_bench.PREDICTIONS} is absent; without it nobody can tell which photographs the labels stand for"
    return [Refusal(tri_bench.RAW_REPLIES, "whole file", reason)]


def _corrections(release: Release) -> list[Correction]:
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


def _known_photographs_only(path: Path, journal: Journal, inputs: Inputs) -> Journal:
    known = {photograph.photograph_id for photograph in inputs.release.photographs}
    unknown = sorted({reply.photograph_id for reply in journal.replies} - known)
    for photograph_id in unknown[:20]:
        inputs.refusals.append(Refusal(path.name, photograph_id[:80], "the benchmark has no such photograph"))
    if len(unknown) > 20:
        inputs.refusals.append(Refusal(path.name, f"{len(unknown) - 20} more", "the benchmark has no such photographs"))
    replies = [reply for reply in journal.replies if reply.photograph_id in known]
    return Journal(journal.run, replies, journal.refusals)


def _refuse_repeated_runs(inputs: Inputs) -> None:
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


def _derive(settings: Settings, folder: Path, inputs: Inputs, report: Report) -> None:
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
    _measure(settings, originals, inputs, report)
    for photograph_id, image in inputs.images.items():
        if image.error:
            inputs.refusals.append(Refusal(f"{tri_bench.IMAGES}/{photograph_id}.jpg", "whole file", image.error))


def _measure(settings: Settings, originals: dict[str, Path], inputs: Inputs, report: Report) -> None:
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        report(Progress("Measuring photographs", done, len(originals)))

    photographs = [(path, inputs.images[photograph_id].key) for photograph_id, path in originals.items()]
    rows = measure_photographs(photographs, settings.derived_images, count)
    inputs.measured = dict(zip(originals, rows, strict=True))


def _list_sources(settings: Settings, folder: Path, inputs: Inputs) -> None:
    checksum_by_path = {
        f"{tri_bench.IMAGES}/{photograph_id}.jpg": image.sha256 for photograph_id, image in inputs.images.items()
    }
    is_tri_bench = inputs.release.benchmark["benchmark_id"] == tri_bench.BENCHMARK_ID
    pinned = pinned_checksums() if is_tri_bench else {}
    expected = {*pinned, *tri_bench.TABLES, tri_bench.PROMPT, *checksum_by_path}
    if not is_tri_bench:
        expected.add(IDENTITY)
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
