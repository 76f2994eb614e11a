"""Inputs of a warehouse beside its journals, read and checked: the benchmark's contents and copies of its images."""

import hashlib
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core import __version__
from core.atomic_files import compute_file_sha256
from core.benchmarks.data import BenchmarkData
from core.benchmarks.protocol import Benchmark
from core.benchmarks.registry import find_entry
from core.benchmarks.validation import validate_data
from core.photographs.derived_images import DerivedImage, derive_images
from core.progress import Progress, Report
from core.records import RejectedItem
from core.runs.journal import OWNED_FOLDERS, list_journal_paths
from core.runs.rereadings import list_rereading_paths
from core.runs.run_names import RUN_NAMES
from core.warehouse.journals import AcceptedJournal, write_local_journals
from core.workspace import Workspace

CORE_FOLDER = Path(__file__).resolve().parents[1]


@dataclass(slots=True)
class BuildInputs:
    """Everything that goes into the file beside the journals, read and checked.

    Attributes:
        own_sql: the benchmark's own folder of SQL; empty if it has none.
        published: the journals with the release's replies.
        images: by path within the benchmark's folder, those whose file is on disk.
        rereadings: the files of second readers' rereadings.
    """

    benchmark: Benchmark
    own_sql: str
    contents: BenchmarkData
    published: set[Path]
    images: dict[Path, DerivedImage]
    sources: list[dict[str, Any]]
    refusals: list[RejectedItem]
    rereadings: list[Path]


def compute_fingerprint(workspace: Workspace, benchmark: Benchmark, folder: Path) -> str:
    """Compute a checksum over everything that a build depends on: the benchmark's files, the journals, the code.

    Images count by size and modification time; `fetch` checks their content.
    """
    digest = hashlib.sha256(__version__.encode())
    made_here = {workspace.runs / name for name in OWNED_FOLDERS}
    contents = [*benchmark.list_source_files(folder), *CORE_FOLDER.rglob("*.py"), *CORE_FOLDER.rglob("*.sql")]
    contents += [path for path in list_journal_paths(workspace.runs) if path.parent not in made_here]
    contents += [*list_rereading_paths(workspace), workspace.runs / RUN_NAMES]
    for path in sorted(contents):
        digest.update(f"{path}:{compute_file_sha256(path) if path.is_file() else 'absent'}\n".encode())
    for path in benchmark.list_images(folder):
        stat = path.stat()
        digest.update(f"{path}:{stat.st_size}:{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def read_inputs(workspace: Workspace, benchmark: Benchmark, folder: Path, report: Report) -> tuple[BuildInputs, float]:
    """Read the inputs, and return them with the seconds that this took, not counting the images."""
    started = time.perf_counter()
    report(Progress("Reading the release", 0, 1))
    pictures = _Pictures(workspace, benchmark, folder, report)
    contents = validate_data(benchmark.read(folder, pictures.derive))
    pictures.derive(path for case in contents.cases for path in case.images)
    report(Progress("Reading the release", 1, 1))
    inputs = BuildInputs(
        benchmark,
        find_entry(workspace).own_sql,
        contents,
        write_local_journals(workspace, contents),
        pictures.images,
        list(_list_sources(folder, contents, pictures.images)),
        [*contents.refusals, *_list_rejected_images(pictures.images)],
        list_rereading_paths(workspace),
    )
    return inputs, time.perf_counter() - started - pictures.seconds


@dataclass(slots=True)
class _Pictures:
    """The images of a benchmark's folder, each derived once."""

    workspace: Workspace
    benchmark: Benchmark
    folder: Path
    report: Report
    images: dict[Path, DerivedImage] = field(default_factory=dict)
    seconds: float = 0.0

    def derive(self, paths: Iterable[Path]) -> Mapping[Path, DerivedImage]:
        """Return copies, and measurements if the benchmark wants them, of the images that are on disk."""
        started = time.perf_counter()
        new = [path for path in dict.fromkeys(paths) if path not in self.images and (self.folder / path).is_file()]
        done = 0
        stage = "Measuring photographs" if self.benchmark.is_measured else "Copying images"

        def count() -> None:
            nonlocal done
            done += 1
            self.report(Progress(stage, done, len(new)))

        files = [self.folder / path for path in new]
        images = derive_images(files, self.workspace.derived_images, count, is_measured=self.benchmark.is_measured)
        self.images |= dict(zip(new, images, strict=True))
        self.seconds += time.perf_counter() - started
        return self.images


def _list_rejected_images(images: Mapping[Path, DerivedImage]) -> list[RejectedItem]:
    return [RejectedItem(str(path), "whole file", image.error) for path, image in images.items() if image.error]


def _list_sources(
    folder: Path, contents: BenchmarkData, images: Mapping[Path, DerivedImage]
) -> Iterable[dict[str, Any]]:
    listed = {file.path: file.sha256 for file in contents.files}
    checksums = {str(path): image.sha256 for path, image in images.items()}
    for path in sorted({*listed, *checksums}):
        file = folder / path
        if not file.is_file():
            yield {"path": path, "bytes": None, "sha256": None, "status": "absent"}
            continue
        sha256 = checksums.get(path) or compute_file_sha256(file)
        pinned = listed.get(path)
        status = "unlisted" if pinned is None else "verified" if pinned == sha256 else "changed"
        yield {"path": path, "bytes": file.stat().st_size, "sha256": sha256, "status": status}


def build_journal_source(journal: AcceptedJournal, runs: Path) -> dict[str, Any]:
    """Return a journal's row of the table `sources`."""
    name = f"runs/{journal.path.relative_to(runs)}"
    return {
        "path": name,
        "bytes": journal.part.journal_bytes,
        "sha256": journal.part.journal_sha256,
        "status": "unlisted",
    }
