"""Preparation of a benchmark other than Tri-Bench: its set is generated or fetched, and its warehouse is built."""

from core.atomic_files import lock_folder, remove_partial_files
from core.benchmarks.registry import SYNTHETIC, list_registered, load_benchmark, load_fetch
from core.errors import FetchError, ReleaseError
from core.generators.registry import GENERATORS, draw_default_set
from core.limits import DEFAULT_FETCH, FetchOptions
from core.progress import Report, ignore_progress
from core.warehouse.build import build, is_current
from core.workspace import Workspace


def prepare_default_set(
    workspace: Workspace,
    benchmark_id: str = SYNTHETIC,
    report: Report = ignore_progress,
    options: FetchOptions = DEFAULT_FETCH,
) -> None:
    """Generate or fetch the default set if it is missing, and build if anything changed.

    A killed process leaves no set or a complete one, and keeps images and measurements, so the next call resumes the
    work.

    Args:
        workspace: of the data folder or of the benchmark.
        benchmark_id: id of the benchmark.
        report: receives the progress.
        options: limits of a download.

    Raises:
        TrilensError: another process is preparing the set, its files cannot be fetched, or the disk cannot be written.
    """
    workspace = workspace.select_benchmark(benchmark_id)
    benchmark = load_benchmark(workspace)
    if benchmark.is_here(workspace.release) and is_current(workspace):
        return
    with lock_folder(workspace.data, "synthesize"):
        if not benchmark.is_here(workspace.release):
            _provide_files(workspace, report, options)
            remove_partial_files(workspace.data)  # partial files of other sets
        if not is_current(workspace):
            build(workspace, report=report)


def _provide_files(workspace: Workspace, report: Report, options: FetchOptions) -> None:
    benchmark_id = workspace.benchmark_id
    if benchmark_id in GENERATORS:
        draw_default_set(workspace, report)
    elif benchmark_id in list_registered() and list_registered()[benchmark_id].fetched_by:
        fetch_default_set(workspace, options, report)
    else:
        raise ReleaseError(f"The benchmark {benchmark_id} does not exist. Add it: trilens add TABLE")


def fetch_default_set(workspace: Workspace, options: FetchOptions, report: Report = ignore_progress) -> None:
    """Fetch the files of a workspace's benchmark from their public repository.

    Raises:
        FetchError: the repository cannot be reached, or a file cannot be fetched; the message states what to do.
    """
    title = list_registered()[workspace.benchmark_id].title
    try:
        result = load_fetch(workspace)(workspace, options, None, report)
    except FetchError as error:
        raise FetchError(f"The files of {title} are missing in {workspace.release}: {error}") from error
    if not result.is_complete:
        path, reason = next(iter(result.failed.items()))
        raise FetchError(
            f"{len(result.failed)} files of {title} could not be fetched, such as {path}: {reason}. The others are "
            f"kept. Run trilens fetch --benchmark {workspace.benchmark_id} again."
        )
