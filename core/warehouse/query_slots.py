"""A limit on concurrent queries of one warehouse, and cancellation of queries whose result is no longer wanted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Event, Lock, Timer

import duckdb

from core.errors import QueryCancelledError

AT_ONCE = 4
"""Concurrent queries of one warehouse; others wait. More would exhaust the memory that they share, and fail."""

LOOK_S = 0.2
"""Polling interval of waiting queries for cancellation."""

IsCancelled = Callable[[], bool]
"""Check whether a query was cancelled; any thread may call it at any time."""

_GONE = "this query was cancelled because its result is no longer needed"


def make_never_cancelled() -> IsCancelled:
    """Return the check of callers that wait to the end."""
    return lambda: False


class QuerySlots:
    """The running and waiting queries of one warehouse."""

    def __init__(self, make_check: Callable[[], IsCancelled]) -> None:
        """Create slots without running queries.

        Args:
            make_check: returns the cancellation check of the thread that calls it.
        """
        self._make_check = make_check
        self._free = BoundedSemaphore(AT_ONCE)
        self._running: dict[duckdb.DuckDBPyConnection, IsCancelled] = {}
        self._lock = Lock()

    @property
    def running(self) -> int:
        """Number of running queries."""
        return len(self._running)

    @contextmanager
    def open_cursor(self, connection: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
        """Wait for a free slot and yield a separate cursor for one query.

        Raises:
            QueryCancelledError: the query was cancelled, before the query began or while it ran.
        """
        is_cancelled = self._make_check()
        while not self._free.acquire(timeout=LOOK_S):
            if is_cancelled():
                raise QueryCancelledError(_GONE)
        try:
            with connection.cursor() as cursor:
                with self._lock:
                    self._running[cursor] = is_cancelled
                try:
                    yield cursor
                except duckdb.InterruptException as error:
                    raise QueryCancelledError(_GONE) from error
                finally:
                    with self._lock:
                        del self._running[cursor]
        finally:
            self._free.release()

    def interrupt_cancelled(self) -> None:
        """Interrupt running queries whose result is no longer wanted; their threads get a `QueryCancelledError`."""
        with self._lock:
            for cursor, is_cancelled in self._running.items():
                if is_cancelled():
                    cursor.interrupt()


@contextmanager
def interrupt_after(limit_s: float, cursor: duckdb.DuckDBPyConnection, is_late: Event) -> Iterator[None]:
    """Interrupt a cursor's query and set the event if the block takes longer than a limit in seconds."""

    def interrupt() -> None:
        is_late.set()
        cursor.interrupt()

    timer = Timer(limit_s, interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
