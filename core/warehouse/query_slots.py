"""Queries of one warehouse take turns, and end when nobody waits for their result any more."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

import duckdb

from core.errors import QueryCancelledError

AT_ONCE = 4
"""Queries of one warehouse; others wait for their turn. More would fill the memory that they share, and fail."""

LOOK_S = 0.2
"""Who waits looks so often whether the result is still wanted."""

IsCancelled = Callable[[], bool]
"""Tells whether a query was cancelled; any thread may call it, at any time."""

_GONE = "nobody waits for the result of this query any more"


def make_never_cancelled() -> IsCancelled:
    """Return the check of callers that wait to the end."""
    return lambda: False


class QuerySlots:
    """The queries of one warehouse that run and that wait."""

    def __init__(self, make_check: Callable[[], IsCancelled]) -> None:
        """Nothing runs yet.

        Args:
            make_check: returns the cancellation check of the thread that calls it.
        """
        self._make_check = make_check
        self._free = BoundedSemaphore(AT_ONCE)
        self._running: dict[duckdb.DuckDBPyConnection, IsCancelled] = {}
        self._lock = Lock()

    @property
    def running(self) -> int:
        """How many queries run."""
        return len(self._running)

    @contextmanager
    def open_cursor(self, connection: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
        """A cursor of its own for a query whose turn it is.

        Raises:
            NotWantedError: nobody waits for the result any more: before its turn came, or while it ran.
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
        """Ends the queries that run for nobody; the thread of each gets a `QueryCancelledError`."""
        with self._lock:
            for cursor, is_cancelled in self._running.items():
                if is_cancelled():
                    cursor.interrupt()
