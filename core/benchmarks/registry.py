"""The benchmarks that may stand side by side."""

from core.errors import SettingsError
from core.settings import FIRST_BENCHMARK

TRI_BENCH, SYNTHETIC = FIRST_BENCHMARK, "synthetic"

BENCHMARKS = {TRI_BENCH: "Tri-Bench", SYNTHETIC: "Synthetic scenes"}
"""Title by id, the benchmark that is shown by default first."""


def known(benchmark_id: str) -> str:
    """The id of a benchmark as a user names it.

    Raises:
        SettingsError: no benchmark has this id.
    """
    if benchmark_id not in BENCHMARKS:
        raise SettingsError(f"There is no benchmark {benchmark_id!r}; there are {', '.join(BENCHMARKS)}.")
    return benchmark_id
