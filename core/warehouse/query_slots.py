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

IsWanted = Callable[[], bool]
"""Whether somebody still waits for a result; any thread may ask it, at any time."""

_GONE = "nobody waits for the result of this query any more"


def make_never_cancelled() -> IsWanted:
    """Who asks where there are no pages: somebody who waits to the end."""
    return lambda: True


class QuerySlots:
    """The queries of one warehouse that run and that wait."""

    def __init__(self, asked: Callable[[], IsWanted]) -> None:
        """Nothing runs yet.

        Args:
            asked: says of the calling thread, when it asks, how to know later whether its result is wanted.
        """
        self._asked = asked
        self._free = BoundedSemaphore(AT_ONCE)
        self._running: dict[duckdb.DuckDBPyConnection, IsWanted] = {}
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
        is_wanted = self._asked()
        while not self._free.acquire(timeout=LOOK_S):
            if not is_wanted():
                raise QueryCancelledError(_GONE)
        try:
            with connection.cursor() as cursor:
                with self._lock:
                    self._running[cursor] = is_wanted
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
            for cursor, is_wanted in self._running.items():
                if not is_wanted():
                    cursor.interrupt()
