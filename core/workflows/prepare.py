"""Preparation of a data folder from any state to a current warehouse, for `make run` and for a host's empty disk.

Finished work is kept: files by checksum, copies of photographs by content, the warehouse by its fingerprint. If
Tri-Bench is unavailable, synthetic scenes replace it.
"""

import threading
from dataclasses import dataclass, field

from core.benchmarks.registry import TRI_BENCH
from core.benchmarks.triangles.fetch import fetch
from core.errors import FetchError, TrilensError, WarehouseError
from core.progress import Progress, Report, ignore_progress
from core.settings import Settings
from core.warehouse.build import build, is_current
from core.warehouse.default_benchmark import has_release
from core.warehouse.read import open_current
from core.workflows.generated_sets import prepare_default_set


def prepare(settings: Settings, report: Report = ignore_progress) -> list[str]:
    """Fetch missing files and build if anything changed; return the problems that did not stop the work.

    Raises:
        TrilensError: neither Tri-Bench nor synthetic scenes could be built.
    """
    problems = []
    is_on_its_way = False
    try:
        fetched = fetch(settings, report=report)
        problems += [f"{path}: {reason}" for path, reason in fetched.failed.items()]
    except (FetchError, OSError) as error:
        problems.append(str(error))
    except TrilensError as error:  # another process is fetching Tri-Bench
        problems.append(str(error))
        is_on_its_way = True
    if has_release(settings):
        try:
            if not is_current(settings):
                build(settings, report=report)
        except (TrilensError, OSError) as error:
            problems.append(str(error))
    try:
        open_current(settings).close()
    except WarehouseError as error:
        problems = problems[:2] or [str(error)]
        if is_on_its_way:
            raise TrilensError(" ".join(problems)) from error
        try:
            prepare_default_set(settings, report=report)
        except (TrilensError, OSError) as own_error:
            raise TrilensError(" ".join([*problems, str(own_error)])) from own_error
    return problems


def prepare_benchmark(settings: Settings, report: Report = ignore_progress) -> list[str]:
    """Bring the settings' benchmark to a current warehouse; return the problems that did not stop the work.

    Raises:
        TrilensError: the warehouse could not be built.
    """
    if settings.benchmark_id == TRI_BENCH:
        return prepare(settings, report)
    prepare_default_set(settings, settings.benchmark_id, report)
    return []


@dataclass(slots=True)
class BackgroundPreparation:
    """`prepare_benchmark` in a separate thread, so that a web process responds at once and can show the progress."""

    settings: Settings
    progress: Progress = field(default_factory=lambda: Progress("Starting", 0, 1))
    error: str | None = None
    _thread: threading.Thread | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def is_running(self) -> bool:
        """Whether the work is under way."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Start the work, also after an error; do nothing while the work is under way."""
        with self._lock:
            if not self.is_running:
                self.error = None
                self._thread = threading.Thread(target=self._run, name="prepare", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        try:
            prepare_benchmark(self.settings, self._take)
        except TrilensError as error:
            self.error = str(error)
        except Exception as error:
            self.error = f"{type(error).__name__}: {error}"
            raise

    def _take(self, progress: Progress) -> None:
        self.progress = progress
