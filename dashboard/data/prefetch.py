"""What a viewer will probably ask for next is read before they ask, by one thread, while few others wait for it.

It begins when the browser has had time to draw what is there, since both need the processor. What the page itself will
need in a moment is read beside it, while the browser draws what stands above.
"""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from time import monotonic, sleep

from dashboard.data.queries import get_benchmark_id, use_benchmark

MOST_WAITING = 4
"""Works that are under way or wait. More are dropped: on a busy server a page reads for itself, as it would without."""

DRAWN_AFTER_S = 0.25
"""What a browser takes, at most in most cases, to draw a page whose script has ended."""

_worker = ThreadPoolExecutor(1, thread_name_prefix="ahead")
_beside = ThreadPoolExecutor(2, thread_name_prefix="beside")
_turns = BoundedSemaphore(MOST_WAITING)
_LOG = logging.getLogger(__name__)

_is_on = False


def enable_prefetch() -> None:
    """Tells that this process serves viewers; without it nothing is read ahead."""
    global _is_on  # noqa: PLW0603 - set once at start by serve.py
    _is_on = True


def prefetch_later(work: Callable[[], object]) -> None:
    """Does something for the benchmark that the session looks at, for its caches, or nothing where others wait.

    Args:
        work: knows neither the session nor its choices. If it fails, the page that needs it will say so.
    """
    if _is_on and _turns.acquire(blocking=False):
        begins_at = monotonic() + DRAWN_AFTER_S
        _worker.submit(_run_later, begins_at, work, get_benchmark_id()).add_done_callback(lambda _: _turns.release())


def prefetch_in_parallel(*works: Callable[[], object]) -> None:
    """Begins works whose results the page takes from their caches: there it waits for what is under way.

    Args:
        works: as in `prefetch_later`.
    """
    if _is_on:
        benchmark_id = get_benchmark_id()
        for work in works:
            _beside.submit(_run_work, work, benchmark_id)


def _run_later(begins_at: float, work: Callable[[], object], benchmark_id: str) -> None:
    sleep(max(0.0, begins_at - monotonic()))
    _run_work(work, benchmark_id)


def _run_work(work: Callable[[], object], benchmark_id: str) -> None:
    try:
        with use_benchmark(benchmark_id):
            work()
    except Exception as error:  # noqa: BLE001 - the page that needs it fails by the same, and shows it
        _LOG.warning("What was read ahead failed: %s.", type(error).__name__)
