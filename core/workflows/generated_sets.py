"""Brings a benchmark other than Tri-Bench from any state to a current warehouse: its set is drawn here, or fetched."""

from core.atomic_files import lock_folder, remove_partial_files
from core.benchmarks.registry import LISTED, SYNTHETIC, load_benchmark, load_fetch
from core.errors import FetchError, ReleaseError
from core.generators.registry import GENERATORS, draw_default_set
from core.progress import Report, ignore_progress
from core.settings import Settings
from core.warehouse.build import build, is_current


def prepare_default_set(settings: Settings, benchmark_id: str = SYNTHETIC, report: Report = ignore_progress) -> None:
    """Draw or fetch the default set if it is missing, and build if anything changed.

    A kill leaves no set or a whole one, and keeps the pictures and measurements, so the next call resumes the work.

    Args:
        settings: of the data folder or of the benchmark.
        benchmark_id: which.
        report: takes the progress.

    Raises:
        TrilensError: another process is preparing the set, its files cannot be fetched, or the disk cannot be written.
    """
    settings = settings.select_benchmark(benchmark_id)
    benchmark = load_benchmark(settings)
    if benchmark.is_here(settings.release) and is_current(settings):
        return
    with lock_folder(settings.data, "synthesize"):
        if not benchmark.is_here(settings.release):
            _provide_files(settings, report)
            remove_partial_files(settings.data)  # what killed processes left of other sets
        if not is_current(settings):
            build(settings, report=report)


def _provide_files(settings: Settings, report: Report) -> None:
    benchmark_id = settings.benchmark_id
    if benchmark_id in GENERATORS:
        draw_default_set(settings, report)
    elif benchmark_id in LISTED and LISTED[benchmark_id].fetched_by:
        fetch_default_set(settings, report)
    else:
        raise ReleaseError(f"{benchmark_id} is not here. Add it: trilens add TABLE")


def fetch_default_set(settings: Settings, report: Report = ignore_progress) -> None:
    """Fetch the files of the benchmark whose settings these are from their public repository.

    Raises:
        FetchError: they cannot be reached, or some file cannot be fetched; what to do.
    """
    title = LISTED[settings.benchmark_id].title
    try:
        result = load_fetch(settings)(settings, None, report)
    except FetchError as error:
        raise FetchError(f"The files of {title} are not in {settings.release}: {error}") from error
    if not result.is_complete:
        path, reason = next(iter(result.failed.items()))
        raise FetchError(
            f"{len(result.failed)} files of {title} could not be fetched, such as {path}: {reason}. The others are "
            f"kept. Run again: trilens fetch --benchmark {settings.benchmark_id}"
        )
