"""The folders of one benchmark in the data folder."""

import re
from dataclasses import dataclass, replace
from pathlib import Path

from core.errors import SettingsError

FIRST_BENCHMARK = "tri_bench"
"""Id of the benchmark that uses the data folder itself; every other one has a subfolder."""

BENCHMARK_ID = re.compile(r"[a-z0-9][a-z0-9_]{0,39}")

OWN_FOLDERS = frozenset({"runs", "rereadings", "derived", "warehouse", "parts", "published"})
"""Folders of the first benchmark and of the repository in the data folder; a benchmark cannot have such an id."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """The folders of one benchmark: its files, runs and warehouse. `select_benchmark` returns those of another one.

    Attributes:
        data: the folder that holds the others.
        benchmark_id: the id of the benchmark that the folders belong to.
        is_read_only: whether visitors of the dashboard cannot change files in the folders.
    """

    data: Path
    benchmark_id: str = FIRST_BENCHMARK
    is_read_only: bool = False

    def select_benchmark(self, benchmark_id: str) -> "Workspace":
        """Return the folders of another benchmark.

        Raises:
            SettingsError: the id does not consist of lower-case letters, digits and underscores.
        """
        if not BENCHMARK_ID.fullmatch(benchmark_id):
            raise SettingsError(f"{benchmark_id!r} is not a valid benchmark id. Use a-z, 0-9 and _ only.")
        if benchmark_id == self.benchmark_id:
            return self
        data = self.home if benchmark_id == FIRST_BENCHMARK else self.home / benchmark_id
        return replace(self, data=data, benchmark_id=benchmark_id)

    @property
    def home(self) -> Path:
        """The folder that holds the data of all benchmarks."""
        return self.data if self.benchmark_id == FIRST_BENCHMARK else self.data.parent

    @property
    def prices(self) -> Path:
        """The folder of the user's `prices.csv`, shared by all benchmarks."""
        return self.home

    @property
    def release(self) -> Path:
        """The folder of the benchmark's files, with Tri-Bench's layout: `data`, `images`, `prompts`."""
        return self.data / ("tri-bench" if self.benchmark_id == FIRST_BENCHMARK else "release")

    @property
    def runs(self) -> Path:
        """The folder of the runs' journals."""
        return self.data / "runs"

    @property
    def rereadings(self) -> Path:
        """The folder of the answers that second readers extracted from replies, with a subfolder per run."""
        return self.data / "rereadings"

    @property
    def derived_images(self) -> Path:
        """The folder of the upright WebP copies of photographs for pages."""
        return self.data / "derived"

    @property
    def warehouse(self) -> Path:
        """The folder of the warehouse's generations and of the pointer to the current one."""
        return self.data / "warehouse"

    @property
    def parts(self) -> Path:
        """The folder of intermediate results per journal, which builds reuse."""
        return self.data / "parts"


def format_benchmark_option(benchmark_id: str) -> str:
    """Return the option that selects a benchmark in a command, with a space before it; empty for the default one."""
    return "" if benchmark_id in ("", FIRST_BENCHMARK) else f" --benchmark {benchmark_id}"
