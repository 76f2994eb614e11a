"""Everything that goes into a warehouse, read and checked: the benchmark's contents, the journals, copies of images."""

import hashlib
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core import __version__
from core.benchmarks.benchmark import Benchmark
from core.benchmarks.checked import checked
from core.benchmarks.contents import Contents
from core.benchmarks.registry import listed
from core.files import sha256_of
from core.photographs.derived import DerivedImage, derive
from core.progress import Progress, Report
from core.records import Refusal
from core.runs.journal import REFERENCE_FOLDER, RELEASE_FOLDER, Journal, journal_paths
from core.settings import Settings
from core.warehouse.journals import read_all, write_made_here

CODE = Path(__file__).resolve().parents[1]


@dataclass(slots=True)
class Inputs:
    """Everything that goes into the file, read and checked.

    Attributes:
        own_sql: the benchmark's own folder of SQL; empty where it has none.
        images: by path within the benchmark's folder, those whose file is on the disk.
    """

    benchmark: Benchmark
    own_sql: str
    contents: Contents
    journals: list[tuple[Path, Journal]]
    images: dict[Path, DerivedImage]
    sources: list[dict[str, Any]] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)


def fingerprint(settings: Settings, benchmark: Benchmark, folder: Path) -> str:
    """A checksum over all that a build depends on: the benchmark's files, the journals, the code.

    Images enter by size and time of change; their content is checked by `fetch`.
    """
    digest = hashlib.sha256(__version__.encode())
    made_here = {settings.runs / RELEASE_FOLDER, settings.runs / REFERENCE_FOLDER}
    contents = [*benchmark.made_of(folder), *CODE.rglob("*.py"), *CODE.rglob("*.sql")]
    contents += [path for path in journal_paths(settings.runs) if path.parent not in made_here]
    for path in sorted(contents):
        digest.update(f"{path}:{sha256_of(path) if path.is_file() else 'absent'}\n".encode())
    for path in benchmark.images(folder):
        stat = path.stat()
        digest.update(f"{path}:{stat.st_size}:{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def read_inputs(settings: Settings, benchmark: Benchmark, folder: Path, report: Report) -> tuple[Inputs, float]:
    """The inputs, and the seconds that they took without the images."""
    started = time.perf_counter()
    report(Progress("Reading the release", 0, 1))
    pictures = _Pictures(settings, benchmark, folder, report)
    contents = checked(benchmark.read(folder, pictures.derive))
    pictures.derive(path for case in contents.cases for path in case.images)
    report(Progress("Reading the release", 1, 1))
    published = write_made_here(settings.runs, contents)
    journals, refusals = read_all(settings.runs, contents, published)
    inputs = Inputs(benchmark, listed(settings).own_sql, contents, journals, pictures.images)
    inputs.refusals = [*contents.refusals, *_refused(pictures.images), *refusals]
    inputs.sources = list(_sources(settings, folder, inputs))
    return inputs, time.perf_counter() - started - pictures.seconds


@dataclass(slots=True)
class _Pictures:
    """The images of a benchmark's folder, each derived once."""

    settings: Settings
    benchmark: Benchmark
    folder: Path
    report: Report
    images: dict[Path, DerivedImage] = field(default_factory=dict)
    seconds: float = 0.0

    def derive(self, paths: Iterable[Path]) -> Mapping[Path, DerivedImage]:
        """Copies, and if the benchmark wants it measurements, of those that are on the disk."""
        started = time.perf_counter()
        new = [path for path in dict.fromkeys(paths) if path not in self.images and (self.folder / path).is_file()]
        done = 0
        stage = "Measuring photographs" if self.benchmark.is_measured else "Copying pictures"

        def count() -> None:
            nonlocal done
            done += 1
            self.report(Progress(stage, done, len(new)))

        files = [self.folder / path for path in new]
        found = derive(files, self.settings.derived_images, count, is_measured=self.benchmark.is_measured)
        self.images |= dict(zip(new, found, strict=True))
        self.seconds += time.perf_counter() - started
        return self.images


def _refused(images: Mapping[Path, DerivedImage]) -> list[Refusal]:
    return [Refusal(str(path), "whole file", image.error) for path, image in images.items() if image.error]


def _sources(settings: Settings, folder: Path, inputs: Inputs) -> Iterable[dict[str, Any]]:
    listed = {file.path: file.sha256 for file in inputs.contents.files}
    checksums = {str(path): image.sha256 for path, image in inputs.images.items()}
    for path in sorted({*listed, *checksums}):
        file = folder / path
        if not file.is_file():
            yield {"path": path, "bytes": None, "sha256": None, "status": "absent"}
            continue
        sha256 = checksums.get(path) or sha256_of(file)
        pinned = listed.get(path)
        status = "unlisted" if pinned is None else "verified" if pinned == sha256 else "changed"
        yield {"path": path, "bytes": file.stat().st_size, "sha256": sha256, "status": status}
    for file, _ in inputs.journals:
        name = f"runs/{file.relative_to(settings.runs)}"
        yield {"path": name, "bytes": file.stat().st_size, "sha256": sha256_of(file), "status": "unlisted"}
