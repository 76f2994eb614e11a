"""What one visitor may hold of the server: a session works on one page at a time, and on none that is gone.

Streamlit begins the next page of a session at once, beside the one before it. Links that are sent in a row would all be
computed side by side, and the other visitors would wait for them.
"""

import asyncio
from threading import Lock, Thread, current_thread
from weakref import WeakKeyDictionary

from core.warehouse.query_slots import LOOK_S
from dashboard.data.queries import list_open_warehouses
from dashboard.runtime.cancellation import stop_if_cancelled
from dashboard.runtime.streamlit_internals import get_session_id

_pages: WeakKeyDictionary[Thread, str] = WeakKeyDictionary()
"""The session of each thread that works on a page or waits for its turn, in the order in which they came."""

_lock = Lock()


def wait_for_previous_run() -> None:
    """Waits until the session's former pages have ended; ends the script of a page that is left before its turn."""
    for thread in _list_earlier_threads():
        while thread.is_alive():
            stop_if_cancelled()
            thread.join(LOOK_S)


def _list_earlier_threads() -> list[Thread]:
    """The threads of the same session that came before this one."""
    own_session_id, own = get_session_id(), current_thread()
    if own_session_id is None:
        return []
    with _lock:
        _pages.setdefault(own, own_session_id)  # it may run its page again, and keeps its place
        threads = [thread for thread, session_id in _pages.items() if session_id == own_session_id]
    return threads[: threads.index(own)]


def count_activity() -> dict[str, int]:
    """How many pages are worked on or wait for their turn, and how many queries run."""
    with _lock:
        pages = sum(thread.is_alive() for thread in _pages)
    return {"pages": pages, "queries": sum(warehouse.turns.running for warehouse in list_open_warehouses())}


async def cancel_abandoned_queries() -> None:
    """Ends the queries of pages that are gone, as long as the server runs."""
    while True:
        await asyncio.sleep(LOOK_S)
        for warehouse in list_open_warehouses():
            warehouse.turns.interrupt_cancelled()
