"""The benchmarks that may stand side by side: their ids and titles, and the way to what each brings."""

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

from core.errors import SettingsError
from core.settings import FIRST_BENCHMARK

if TYPE_CHECKING:
    from core.benchmarks.benchmark import Benchmark

TRI_BENCH, SYNTHETIC, GEPBENCH = FIRST_BENCHMARK, "synthetic", "gepbench"


@dataclass(frozen=True, slots=True)
class Listed:
    """A benchmark on the list.

    Attributes:
        title: on pages.
        module: has it as `BENCHMARK`; imported when somebody needs more than is listed here.
        own_sql: the folder beside `sql/common` with its own tables, views, checks and queries; empty for none.
        own_pages: names of pages that not every benchmark has.
        is_offered: whether pages offer it before it is there: its set is made on first use.
    """

    title: str
    module: str
    own_sql: str = ""
    own_pages: frozenset[str] = frozenset()
    is_offered: bool = False


_TRIANGLES, _PAGES = "triangles", frozenset({"tilt", "truth_audit", "lab"})

LISTED = {
    TRI_BENCH: Listed("Tri-Bench", "core.benchmarks.tri_bench", _TRIANGLES, _PAGES),
    SYNTHETIC: Listed("Synthetic scenes", "core.benchmarks.scenes", _TRIANGLES, _PAGES),
    GEPBENCH: Listed("GePBench", "core.benchmarks.gepbench.benchmark", is_offered=True),
}
"""By id, the one that is shown by default first."""


def listed(benchmark_id: str) -> Listed:
    """What the list says of a benchmark.

    Raises:
        SettingsError: no benchmark has this id.
    """
    return LISTED[known(benchmark_id)]


def known(benchmark_id: str) -> str:
    """The id of a benchmark as a user names it.

    Raises:
        SettingsError: no benchmark has this id.
    """
    if benchmark_id not in LISTED:
        raise SettingsError(f"There is no benchmark {benchmark_id!r}; there are {', '.join(LISTED)}.")
    return benchmark_id


def benchmark_of(benchmark_id: str) -> "Benchmark":
    """What a benchmark brings.

    Raises:
        SettingsError: no benchmark has this id.
    """
    return cast("Benchmark", import_module(listed(benchmark_id).module).BENCHMARK)
