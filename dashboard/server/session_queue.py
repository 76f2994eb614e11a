"""Limit of one running page per session, and cancellation of work for closed pages.

Streamlit starts the next page of a session at once, while the previous one runs. Links sent in quick succession would
all be computed in parallel, and other visitors would wait for them.
"""

import asyncio
from threading import Lock, Thread, current_thread
from weakref import WeakKeyDictionary

from core.warehouse.query_slots import LOOK_S
from dashboard.data.current_benchmark import list_open_warehouses
from dashboard.runtime.cancellation import stop_if_cancelled
from dashboard.runtime.streamlit_internals import get_session_id

_pages: WeakKeyDictionary[Thread, str] = WeakKeyDictionary()
"""The session of each thread that runs a page or waits for its turn, in order of arrival."""

_lock = Lock()


def wait_for_previous_run() -> None:
    """Wait until the session's previous pages have ended; end the script if its page is left before its turn."""
    for thread in _list_earlier_threads():
        while thread.is_alive():
            stop_if_cancelled()
            thread.join(LOOK_S)


def _list_earlier_threads() -> list[Thread]:
    """Return the threads of the same session that started before this one."""
    own_session_id, own = get_session_id(), current_thread()
    if own_session_id is None:
        return []
    with _lock:
        _pages.setdefault(own, own_session_id)  # a thread may run its page again, and keeps its place
        threads = [thread for thread, session_id in _pages.items() if session_id == own_session_id]
    return threads[: threads.index(own)]


def count_activity() -> dict[str, int]:
    """Count the pages that run or wait for their turn, and the running queries."""
    with _lock:
        pages = sum(thread.is_alive() for thread in _pages)
    return {"pages": pages, "queries": sum(warehouse.turns.running for warehouse in list_open_warehouses())}


async def cancel_abandoned_queries() -> None:
    """Interrupt the queries of closed pages as long as the server runs."""
    while True:
        await asyncio.sleep(LOOK_S)
        for warehouse in list_open_warehouses():
            warehouse.turns.interrupt_cancelled()
