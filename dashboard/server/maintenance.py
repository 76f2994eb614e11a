"""Server maintenance: expires closed sessions, and returns memory to the operating system.

Streamlit removes the sessions of closed pages when the next one closes, so those of the last visitors would stay, with
their files. The C library would keep freed memory in the process. Cached results would be kept for the next visitor,
who may not come for days.
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
"""Idle time after which the server returns to its initial state, with only the first rerun prepared."""

_ARENAS, _MOST_ARENAS = -8, 2
"""`M_ARENA_MAX` of glibc's `mallopt`: each arena keeps the memory that was freed in it."""

_MAPPED, _LEAST_MAPPED = -3, 2**17
"""`M_MMAP_THRESHOLD`: blocks from this size on are returned to the system when freed. By default glibc raises it to the
largest block that was ever freed, up to 32 MB, and keeps smaller blocks."""

_LOG = logging.getLogger(__name__)


def limit_malloc_arenas() -> None:
    """Make threads share malloc arenas, so that freed memory can be returned; call it before threads start."""
    with suppress(OSError, AttributeError):  # other C libraries lack these settings
        ctypes.CDLL(None).mallopt(_ARENAS, _MOST_ARENAS)
        ctypes.CDLL(None).mallopt(_MAPPED, _LEAST_MAPPED)


def raise_open_file_limit() -> None:
    """Raise the limit on open files to the machine's maximum: a session takes four, and the usual limit is 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def skip_notebook_check() -> None:
    """Skip Streamlit's check whether it runs in a notebook, which searches all modules.

    Streamlit does it once, for the first visitor, in a quarter of a second; a server is not a notebook. A test fails if
    its internals change.
    """
    delta_generator._use_warning_has_been_displayed = True


OPEN_FILES = Path("/dev/fd")
"""Folder in which Linux and macOS list a process's own open files by number."""


def set_tcp_nodelay() -> None:
    """Make the server's listening sockets send each piece of a response when it is written.

    Python sets this option for sockets that name their protocol, which Streamlit's do not. Otherwise the body of a
    response waits until its head is acknowledged, which takes 40 ms (Nagle's algorithm, delayed acknowledgements), for
    each request and each message. Connections inherit the option from their listening socket.
    """
    with suppress(FileNotFoundError):  # other systems list them elsewhere: responses are slower
        for path in OPEN_FILES.iterdir():
            with suppress(OSError):  # closed since, like the listing's own file
                _set_tcp_nodelay(int(path.name))


def _set_tcp_nodelay(number: int) -> None:
    if stat.S_ISSOCK(os.fstat(number).st_mode):
        with socket.socket(fileno=os.dup(number)) as one:
            if one.family in (socket.AF_INET, socket.AF_INET6) and one.type == socket.SOCK_STREAM:
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


async def run_maintenance(warm_up: Callable[[], None]) -> None:
    """Run maintenance as long as the server runs.

    Args:
        warm_up: prepares what the first rerun would otherwise compute.
    """
    alone_s, nobody = 0.0, None
    with suppress(AttributeError, RuntimeError):  # another Streamlit: the last session stays until the next visitor
        nobody = open_idle_session()
    while True:
        await asyncio.sleep(EVERY_S)
        try:
            expire_closed_sessions()
            if nobody is not None:
                make_idle_session_last(nobody)
            alone_s = 0.0 if has_visitors() else alone_s + EVERY_S
        except AttributeError:  # another Streamlit: it expires them later itself, and the server keeps running
            _LOG.warning("Sessions of closed pages stay longer: this Streamlit version stores them elsewhere.")
        if RESTS_AFTER_S <= alone_s < RESTS_AFTER_S + EVERY_S:
            await asyncio.to_thread(reset_caches, warm_up)
        await asyncio.to_thread(release_memory)


def reset_caches(warm_up: Callable[[], None]) -> None:
    """Clear what pages have computed, and prepare the first rerun again."""
    st.cache_data.clear()
    st.cache_resource.clear()
    close_warehouses()
    # Streamlit leaves the variables of the last script in this module.
    sys.modules["__main__"] = ModuleType("__main__")
    release_memory()
    warm_up()


def has_visitors() -> bool:
    """Return whether a page is open."""
    return not all(map(is_idle_session, streamlit.runtime.get_instance()._session_mgr.list_active_sessions()))


def expire_closed_sessions() -> None:
    """Remove the sessions of closed pages whose reconnection time has expired.

    Streamlit has no public interface for this; a test fails if its internals change.
    """
    storage = streamlit.runtime.get_instance()._session_mgr._session_storage  # type: ignore[attr-defined]
    storage._cache.expire()


def drop_stale_block_refs() -> None:
    """Remove the weak references that pandas keeps to deleted copies of cached frames.

    Each shallow copy, and each extracted column, leaves a weak reference with the values. pandas checks them at a later
    write into a frame, or when there are five hundred; cached frames are never written to. The frames come from the
    caches, because listing all Python objects would disturb tuples that other threads are building.
    """
    for frame in list_cached_frames():
        for block in frame._mgr.blocks:
            block.refs.has_reference()


def release_memory() -> None:
    """Collect garbage, and return free memory to the system.

    Source lines that Python has read for tracebacks are dropped too: thousands of texts, each of which would pin the
    memory around it.
    """
    linecache.clearcache()
    gc.collect()
    drop_stale_block_refs()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
