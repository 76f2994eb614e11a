"""Preparation of a data folder from any state to a current warehouse, for `make run` and for a host's empty disk.

Finished work is kept: files by checksum, copies of photographs by content, the warehouse by its fingerprint. If
Tri-Bench is unavailable, synthetic scenes replace it.
"""

from core.benchmarks.registry import TRI_BENCH
from core.benchmarks.triangles.fetch import fetch
from core.errors import FetchError, TrilensError, WarehouseError
from core.limits import FetchOptions
from core.progress import Progress, Report, ignore_progress
from core.warehouse.build import build, is_current
from core.warehouse.default_benchmark import has_release
from core.warehouse.read import open_current
from core.workflows.background_job import BackgroundJob
from core.workflows.generated_sets import prepare_default_set
from core.workspace import Workspace


def prepare(workspace: Workspace, options: FetchOptions, report: Report = ignore_progress) -> list[str]:
    """Fetch missing files and build if anything changed; return the problems that did not stop the work.

    Raises:
        TrilensError: neither Tri-Bench nor synthetic scenes could be built.
    """
    problems = []
    is_on_its_way = False
    try:
        fetched = fetch(workspace, options, report=report)
        problems += [f"{path}: {reason}" for path, reason in fetched.failed.items()]
    except (FetchError, OSError) as error:
        problems.append(str(error))
    except TrilensError as error:  # another process is fetching Tri-Bench
        problems.append(str(error))
        is_on_its_way = True
    if has_release(workspace):
        try:
            if not is_current(workspace):
                build(workspace, report=report)
        except (TrilensError, OSError) as error:
            problems.append(str(error))
    try:
        open_current(workspace).close()
    except WarehouseError as error:
        problems = problems[:2] or [str(error)]
        if is_on_its_way:
            raise TrilensError(" ".join(problems)) from error
        try:
            prepare_default_set(workspace, report=report, options=options)
        except (TrilensError, OSError) as own_error:
            raise TrilensError(" ".join([*problems, str(own_error)])) from own_error
    return problems


def prepare_benchmark(workspace: Workspace, options: FetchOptions, report: Report = ignore_progress) -> list[str]:
    """Bring a workspace's benchmark to a current warehouse; return the problems that did not stop the work.

    Raises:
        TrilensError: the warehouse could not be built.
    """
    if workspace.benchmark_id == TRI_BENCH:
        return prepare(workspace, options, report)
    prepare_default_set(workspace, workspace.benchmark_id, report, options)
    return []


class BackgroundPreparation(BackgroundJob):
    """`prepare_benchmark` in a separate thread, so that a web process responds at once and can show the progress."""

    def __init__(self, workspace: Workspace, options: FetchOptions) -> None:
        """Prepare the job for the workspace's benchmark without starting it."""
        super().__init__("prepare", Progress("Starting", 0, 1))
        self.workspace, self._options = workspace, options

    def start(self) -> None:
        """Start the work, also after an error; do nothing while the work is under way."""
        self.start_work(self._prepare)

    def _prepare(self) -> None:
        prepare_benchmark(self.workspace, self._options, self.report_progress)
