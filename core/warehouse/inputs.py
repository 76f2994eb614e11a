"""Everything that goes into a warehouse, read and checked: the release, the journals, copies of the photographs."""

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core import __version__
from core.benchmarks import tri_bench
from core.benchmarks.checksums import pinned_checksums
from core.benchmarks.identity import IDENTITY
from core.benchmarks.release import Release, read_release
from core.files import sha256_of
from core.photographs.audit import TriangleAudit, audit
from core.photographs.derived import DerivedImage, derive
from core.photographs.measurements import MeasuredPhotograph
from core.progress import Progress, Report
from core.records import Correction, Refusal
from core.runs.journal import REFERENCE_FOLDER, RELEASE_FOLDER, Journal, journal_paths
from core.settings import PUBLISHED, Settings
from core.warehouse.journals import read_all, write_made_here

CODE = Path(__file__).resolve().parents[1]


@dataclass(slots=True)
class Inputs:
    """Everything that goes into the file, read and checked.

    Attributes:
        images: by photograph id, those whose file is on the disk.
        measured: by photograph id, those whose file is readable.
    """

    release: Release
    journals: list[tuple[Path, Journal]]
    images: dict[str, DerivedImage]
    measured: dict[str, MeasuredPhotograph]
    audits: list[TriangleAudit]
    sources: list[dict[str, Any]]
    refusals: list[Refusal] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)


def fingerprint(settings: Settings, folder: Path) -> str:
    """A checksum over all that a build depends on: the release's files, the journals, the published figures, the code.

    Photographs enter by size and time of change; their content is checked by `fetch`.
    """
    digest = hashlib.sha256(__version__.encode())
    made_here = {settings.runs / RELEASE_FOLDER, settings.runs / REFERENCE_FOLDER}
    contents = [*(folder / table for table in (*tri_bench.TABLES, tri_bench.PROMPT, IDENTITY)), *PUBLISHED.iterdir()]
    contents += [path for path in journal_paths(settings.runs) if path.parent not in made_here]
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
    report(Progress("Reading the release", 1, 1))
    inputs = Inputs(release, [], {}, {}, [], [], _refusals(release), _corrections(release))
    before_images = time.perf_counter()
    _derive(settings, folder, inputs, report)
    image_s = time.perf_counter() - before_images
    inputs.audits = audit(release.photographs, _sides_cm(inputs.measured), release.truths)
    published = write_made_here(settings.runs, release, inputs.measured)
    inputs.journals, refusals = read_all(settings.runs, release, published)
    inputs.refusals += refusals
    _list_sources(settings, folder, inputs)
    return inputs, time.perf_counter() - started - image_s


def _sides_cm(measured: Mapping[str, MeasuredPhotograph]) -> dict[str, tuple[float, float, float]]:
    sides_cm = {photograph_id: photograph.all_sides_cm for photograph_id, photograph in measured.items()}
    return {photograph_id: sides for photograph_id, sides in sides_cm.items() if sides}


def _refusals(release: Release) -> list[Refusal]:
    absent = release.absent_tables
    if tri_bench.PREDICTIONS not in absent or tri_bench.RAW_REPLIES in absent:
        return []
    reason = f"{tri_bench.PREDICTIONS} is absent; without it the labels cannot be matched to photographs"
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


def _derive(settings: Settings, folder: Path, inputs: Inputs, report: Report) -> None:
    originals = {
        photograph.photograph_id: path
        for photograph in inputs.release.photographs
        if (path := tri_bench.photograph_path(folder, photograph.photograph_id)).is_file()
    }
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        report(Progress("Measuring photographs", done, len(originals)))

    images = derive(originals.values(), settings.derived_images, count)
    inputs.images = dict(zip(originals, images, strict=True))
    inputs.measured = {name: image.measured for name, image in inputs.images.items() if image.measured is not None}
    for photograph_id, image in inputs.images.items():
        if image.error:
            inputs.refusals.append(Refusal(tri_bench.photograph_name(photograph_id), "whole file", image.error))


def _list_sources(settings: Settings, folder: Path, inputs: Inputs) -> None:
    checksum_by_path = {
        tri_bench.photograph_name(photograph_id): image.sha256 for photograph_id, image in inputs.images.items()
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
