"""Index of the installed benchmarks by what rows of logs may name: ids, files and images."""

import hashlib
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from PIL import Image

from core.atomic_files import compute_file_sha256
from core.benchmarks.cases import Case
from core.benchmarks.choice.circular import CIRCULAR
from core.benchmarks.context import BenchmarkContext, resolve_folder
from core.benchmarks.generated_set_info import MADE_BY
from core.benchmarks.registry import find_workspace, list_entries, load_benchmark
from core.errors import SettingsError
from core.photographs.orientation import turn_upright
from core.workspace import Workspace


@dataclass(frozen=True, eq=False)
class BenchmarkIndex(BenchmarkContext):
    """An installed benchmark. Checksums of its images are computed when a row first asks for them."""

    @cached_property
    def cases(self) -> Mapping[str, Case]:
        """Return the cases by id."""
        return {case.case_id: case for case in self.contents.cases}

    @property
    def is_drawn(self) -> bool:
        """Return whether Trilens drew its images. Logs of other programs more likely refer to a release."""
        return self.contents.benchmark["source"].startswith(MADE_BY)

    @property
    def word(self) -> str:
        """Return the benchmark's word for a case."""
        return self.contents.words.case

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Return the keys that its own prompt asks for; none if cases have texts of their own."""
        return tuple(question.key for question in self.contents.questions if question.key in self.contents.prompt)

    @cached_property
    def by_file_name(self) -> Mapping[str, frozenset[str]]:
        """Return the ids of the cases that show an image, by the image's file name."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for case in self.cases.values():
            for path in case.images:
                found[path.name].add(case.case_id)
        return {name: frozenset(ids) for name, ids in found.items()}

    def get_option_rotations(self, case_id: str) -> frozenset[str]:
        """Return the case and those that ask the same with rotated options; none if no such case exists."""
        return self._passes.get(case_id, frozenset({case_id} & self.cases.keys()))

    @cached_property
    def _passes(self) -> Mapping[str, frozenset[str]]:
        sets = [one for one in self.contents.sets if one.protocol == CIRCULAR.protocol]
        return {case_id: frozenset(one.case_ids) for one in sets for case_id in one.case_ids}

    def find_cases_by_images(self, sha256s: Iterable[str]) -> frozenset[str]:
        """Return the ids of the cases whose images are all among these files; only those with the most images."""
        return self._find_cases(sha256s, self._by_picture)

    def find_cases_by_pngs(self, sha256s: Iterable[str]) -> frozenset[str]:
        """Return the same by the checksum of each image as Pillow writes it as PNG, which lm-eval logs."""
        return self._find_cases(sha256s, self._by_png)

    def _find_cases(self, sha256s: Iterable[str], by_picture: Mapping[str, Sequence[Path]]) -> frozenset[str]:
        shown = {path for sha256 in sha256s for path in by_picture.get(sha256, ())}
        touched = {case_id for path in shown for case_id in self._cases_of.get(path, ())}
        within = {case_id for case_id in touched if shown.issuperset(self.cases[case_id].images)}
        most = max((len(set(self.cases[case_id].images)) for case_id in within), default=0)
        return frozenset(case_id for case_id in within if len(set(self.cases[case_id].images)) == most)

    @cached_property
    def _cases_of(self) -> Mapping[Path, list[str]]:
        found: defaultdict[Path, list[str]] = defaultdict(list)
        for case in self.cases.values():
            for path in dict.fromkeys(case.images):
                found[path].append(case.case_id)
        return found

    @cached_property
    def _by_picture(self) -> Mapping[str, list[Path]]:
        return self._index_images(compute_file_sha256)

    @cached_property
    def _by_png(self) -> Mapping[str, list[Path]]:
        return self._index_images(compute_png_sha256)

    def _index_images(self, checksum: Callable[[Path], str]) -> Mapping[str, list[Path]]:
        """Group the images by checksum; several files may have the same content."""
        found: defaultdict[str, list[Path]] = defaultdict(list)
        for path in self._cases_of:
            if (file := self.folder / path).is_file():
                found[checksum(file)].append(path)
        return found


def compute_png_sha256(path: Path) -> str:
    """Compute the SHA-256 of the upright image as Pillow writes it as PNG."""
    with Image.open(path) as opened:
        upright = turn_upright(opened)
        body = io.BytesIO()
        upright.save(body, "PNG")
    return hashlib.sha256(body.getvalue()).hexdigest()


def load_benchmark_indexes(
    workspace: Workspace, benchmark_id: str | None = None, source: Path | None = None
) -> list[BenchmarkIndex]:
    """Load the indexes of the installed benchmarks, or of the requested one.

    Args:
        workspace: of any benchmark of the data folder.
        benchmark_id: takes only this one.
        source: its folder, if that is not in the data folder.

    Raises:
        SettingsError: the benchmark does not exist, or no benchmark does.
        ReleaseError: its files cannot be read.
    """
    names = [benchmark_id] if benchmark_id else list(list_entries(workspace))
    found = []
    for name in names:
        own = find_workspace(workspace, name)
        benchmark, folder = load_benchmark(own), resolve_folder(own, source)
        if benchmark_id or benchmark.is_here(folder):
            found.append(BenchmarkIndex(own, benchmark, folder, benchmark.read(folder)))
    if not found:
        raise SettingsError(
            "No benchmark is installed. Add one first (trilens prepare, or add), or give --as-benchmark NAME."
        )
    return found
