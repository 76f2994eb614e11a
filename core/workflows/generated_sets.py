"""Brings a benchmark that is made here from any state to a current warehouse; needs only the disk."""

from core.atomic_files import exclusive, remove_parts
from core.benchmarks.registry import SYNTHETIC, benchmark_of
from core.progress import Report, silent
from core.settings import Settings
from core.warehouse.build import build, is_current


def prepare_made_here(settings: Settings, benchmark_id: str = SYNTHETIC, report: Report = silent) -> None:
    """Makes the default set if it is missing, and builds if anything changed.

    A kill leaves no set or a whole one, and keeps the pictures and measurements, so the next call resumes the work.

    Args:
        settings: of the data folder or of the benchmark.
        benchmark_id: which.
        report: takes the progress.

    Raises:
        TrilensError: another process is preparing the set, or the disk cannot be written.
    """
    settings = settings.of(benchmark_id)
    benchmark = benchmark_of(settings)
    if benchmark.is_here(settings.release) and is_current(settings):
        return
    with exclusive(settings.data, "synthesize"):
        if not benchmark.is_here(settings.release):
            benchmark.make_default(settings, report)
            remove_parts(settings.data)  # what killed processes left of other sets
        if not is_current(settings):
            build(settings, report=report)
