"""Prefetching of what the viewer will probably open next, on one background thread, unless the server is busy.

It starts when the browser has had time to draw the page, since both need the processor.
"""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from time import monotonic, sleep

from dashboard.data.current_benchmark import get_benchmark_id, use_benchmark

MOST_WAITING = 4
"""Maximum number of running and waiting tasks. More are dropped: on a busy server, pages read their data themselves."""

DRAWN_AFTER_S = 0.25
"""Time that most browsers take at most to draw a page whose script has ended."""

_worker = ThreadPoolExecutor(1, thread_name_prefix="ahead")
_turns = BoundedSemaphore(MOST_WAITING)
_LOG = logging.getLogger(__name__)

_is_on = False


def enable_prefetch() -> None:
    """Note that this process serves viewers; otherwise nothing is prefetched."""
    global _is_on  # noqa: PLW0603 - set once at start by serve.py
    _is_on = True


def is_enabled() -> bool:
    """Return whether this process serves viewers."""
    return _is_on


def is_busy() -> bool:
    """Return whether as many tasks wait as may wait."""
    has_room = _turns.acquire(blocking=False)
    if has_room:
        _turns.release()
    return not has_room


def prefetch_later(work: Callable[[], object]) -> bool:
    """Fill caches for the session's benchmark in the background; return whether it will, which it does not if busy.

    Args:
        work: must not read the session. If it fails, the page that needs it reports the error.
    """
    if not _is_on or not _turns.acquire(blocking=False):
        return False
    begins_at = monotonic() + DRAWN_AFTER_S
    _worker.submit(_run_later, begins_at, work, get_benchmark_id()).add_done_callback(lambda _: _turns.release())
    return True


def fetch_if_idle(work: Callable[[], object]) -> bool:
    """Do the work in this thread, unless as many tasks wait as may wait; return whether it succeeded."""
    if not _turns.acquire(blocking=False):
        return False
    try:
        return _run_work(work, get_benchmark_id())
    finally:
        _turns.release()


def fetch_now(work: Callable[[], object]) -> None:
    """Do the work in this thread; if it fails, the page that needs the result reports the error."""
    _run_work(work, get_benchmark_id())


def _run_later(begins_at: float, work: Callable[[], object], benchmark_id: str) -> None:
    sleep(max(0.0, begins_at - monotonic()))
    _run_work(work, benchmark_id)


def _run_work(work: Callable[[], object], benchmark_id: str) -> bool:
    """Do the work and return whether it succeeded."""
    try:
        with use_benchmark(benchmark_id):
            work()
    except Exception as error:  # noqa: BLE001 - the page that needs the result fails with the same error, and shows it
        _LOG.warning("Prefetching failed: %s.", type(error).__name__)
        return False
    return True
