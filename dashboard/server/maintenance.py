"""What a server does for itself: it forgets sessions whose time is over, and gives memory back.

Streamlit forgets the sessions of closed pages when the next one closes, so those of the last visitors would stay, with
their files; what the C library keeps of freed memory would stay with the process; and what pages have computed is kept
for the next visitor, who may not come for days.
"""

import asyncio
import ctypes
import gc
import linecache
import logging
import os
import resource
import socket
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import streamlit as st
import streamlit.runtime
from streamlit import delta_generator

from dashboard.data.queries import close_warehouses
from dashboard.runtime.bounded_cache import list_cached_frames
from dashboard.server.idle_session import is_idle_session, make_idle_session_last, open_idle_session

EVERY_S = 30.0
RESTS_AFTER_S = 300.0
"""Without a visitor for so long, the server is as if it had just started: the first rerun is prepared, nothing else."""

_ARENAS, _MOST_ARENAS = -8, 2
"""`M_ARENA_MAX` of glibc's `mallopt`: each arena keeps what it freed for itself."""

_MAPPED, _LEAST_MAPPED = -3, 2**17
"""`M_MMAP_THRESHOLD`: from so many bytes on a block goes back to the system when it is freed. By itself the C library
raises this to the largest block that was ever freed, up to 32 MB, and keeps what lies below."""

_LOG = logging.getLogger(__name__)


def limit_malloc_arenas() -> None:
    """Before threads begin: they share the places from which memory is taken, so that it can be given back."""
    with suppress(OSError, AttributeError):  # another C library has no such switches
        ctypes.CDLL(None).mallopt(_ARENAS, _MOST_ARENAS)
        ctypes.CDLL(None).mallopt(_MAPPED, _LEAST_MAPPED)


def raise_open_file_limit() -> None:
    """Allows as many open files as the machine does: a session takes four, and 1,024 is the usual limit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def skip_notebook_check() -> None:
    """Spares the first visitor Streamlit's question whether it runs in a notebook, which looks through all modules.

    It asks once, and takes a quarter of a second; a server does not. A test fails where its insides change.
    """
    delta_generator._use_warning_has_been_displayed = True


OPEN_FILES = Path("/dev/fd")
"""Where Linux and macOS list a program's own open files by number."""


def set_tcp_nodelay() -> None:
    """Has the sockets that the server listens on send each piece of an answer when it is written.

    Python asks for that where a socket names its protocol, and Streamlit's does not. The body of an answer would then
    wait until its head is acknowledged, for which the other side takes 40 ms (Nagle's algorithm, delayed
    acknowledgements): at each request and each message. Connections take the choice over from their listening socket.
    """
    with suppress(FileNotFoundError):  # another system lists them elsewhere: answers come, later
        for path in OPEN_FILES.iterdir():
            with suppress(OSError):  # closed since, as the list's own file is
                _set_tcp_nodelay(int(path.name))


def _set_tcp_nodelay(number: int) -> None:
    if stat.S_ISSOCK(os.fstat(number).st_mode):
        with socket.socket(fileno=os.dup(number)) as one:
            if one.family in (socket.AF_INET, socket.AF_INET6) and one.type == socket.SOCK_STREAM:
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


async def run_maintenance(warm_up: Callable[[], None]) -> None:
    """Tidies as long as the server runs.

    Args:
        warm_up: does what the first rerun would pay for.
    """
    alone_s, nobody = 0.0, None
    with suppress(AttributeError, RuntimeError):  # another Streamlit: the last session stays until the next one comes
        nobody = open_idle_session()
    while True:
        await asyncio.sleep(EVERY_S)
        try:
            expire_closed_sessions()
            if nobody is not None:
                make_idle_session_last(nobody)
            alone_s = 0.0 if has_visitors() else alone_s + EVERY_S
        except AttributeError:  # another Streamlit: it forgets them later by itself, and the server goes on
            _LOG.warning("Sessions of closed pages stay longer: this Streamlit keeps them elsewhere.")
        if RESTS_AFTER_S <= alone_s < RESTS_AFTER_S + EVERY_S:
            await asyncio.to_thread(reset_caches, warm_up)
        await asyncio.to_thread(release_memory)


def reset_caches(warm_up: Callable[[], None]) -> None:
    """Forgets what pages have computed, and prepares the first rerun again."""
    st.cache_data.clear()
    st.cache_resource.clear()
    close_warehouses()
    # Streamlit leaves the variables of the last script there.
    sys.modules["__main__"] = ModuleType("__main__")
    release_memory()
    warm_up()


def has_visitors() -> bool:
    """Whether a page is open."""
    return not all(map(is_idle_session, streamlit.runtime.get_instance()._session_mgr.list_active_sessions()))


def expire_closed_sessions() -> None:
    """Lets go of the sessions of closed pages that nobody may come back to any more.

    Streamlit has no public way to do so; a test fails where its insides change.
    """
    storage = streamlit.runtime.get_instance()._session_mgr._session_storage  # type: ignore[attr-defined]
    storage._cache.expire()


def drop_stale_block_refs() -> None:
    """Lets go of what pandas notes of copies of cached frames that are gone.

    Each shallow copy, and each column that is taken out, leaves a weak reference with the values. pandas looks through
    them at the next write into a frame, or when there are five hundred; into a cached frame nobody writes. The frames
    come from the caches: whoever asks Python for all objects disturbs the tuples that other threads are making.
    """
    for frame in list_cached_frames():
        for block in frame._mgr.blocks:
            block.refs.has_reference()


def release_memory() -> None:
    """Collects what nobody refers to, and hands free memory to the system.

    Lines of source that Python has read for a message go too: thousands of texts, each of which would hold the memory
    around it.
    """
    linecache.clearcache()
    gc.collect()
    drop_stale_block_refs()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
