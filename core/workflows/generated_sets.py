"""Preparation of a benchmark other than Tri-Bench: its set is generated or fetched, and its warehouse is built."""

from core.atomic_files import lock_folder, remove_partial_files
from core.benchmarks.registry import SYNTHETIC, list_registered, load_benchmark, load_fetch
from core.errors import FetchError, ReleaseError
from core.generators.registry import GENERATORS, draw_default_set
from core.progress import Report, ignore_progress
from core.settings import Settings
from core.warehouse.build import build, is_current


def prepare_default_set(settings: Settings, benchmark_id: str = SYNTHETIC, report: Report = ignore_progress) -> None:
    """Generate or fetch the default set if it is missing, and build if anything changed.

    A killed process leaves no set or a complete one, and keeps images and measurements, so the next call resumes the
    work.

    Args:
        settings: settings of the data folder or of the benchmark.
        benchmark_id: id of the benchmark.
        report: receives the progress.

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
            remove_partial_files(settings.data)  # partial files of other sets
        if not is_current(settings):
            build(settings, report=report)


def _provide_files(settings: Settings, report: Report) -> None:
    benchmark_id = settings.benchmark_id
    if benchmark_id in GENERATORS:
        draw_default_set(settings, report)
    elif benchmark_id in list_registered() and list_registered()[benchmark_id].fetched_by:
        fetch_default_set(settings, report)
    else:
        raise ReleaseError(f"The benchmark {benchmark_id} does not exist. Add it: trilens add TABLE")


def fetch_default_set(settings: Settings, report: Report = ignore_progress) -> None:
    """Fetch the files of the settings' benchmark from their public repository.

    Raises:
        FetchError: the repository cannot be reached, or a file cannot be fetched; the message states what to do.
    """
    title = list_registered()[settings.benchmark_id].title
    try:
        result = load_fetch(settings)(settings, None, report)
    except FetchError as error:
        raise FetchError(f"The files of {title} are missing in {settings.release}: {error}") from error
    if not result.is_complete:
        path, reason = next(iter(result.failed.items()))
        raise FetchError(
            f"{len(result.failed)} files of {title} could not be fetched, such as {path}: {reason}. The others are "
            f"kept. Run trilens fetch --benchmark {settings.benchmark_id} again."
        )
