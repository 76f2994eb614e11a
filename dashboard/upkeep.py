"""What a server does for itself: it forgets sessions whose time is over, and gives memory back.

Streamlit forgets the sessions of closed pages when the next one closes, so those of the last visitors would stay, with
their files; what the C library keeps of freed memory would stay with the process; and what pages have computed is kept
for the next visitor, who may not come for days.
"""

import asyncio
import ctypes
import gc
import logging
import os
import resource
import socket
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import streamlit as st
import streamlit.runtime
from pandas._libs.internals import BlockValuesRefs  # type: ignore[import-not-found]
from streamlit import delta_generator

from dashboard.queries import close_warehouses

EVERY_S = 30.0
RESTS_AFTER_S = 300.0
"""Without a visitor for so long, the server is as if it had just started: the first rerun is prepared, nothing else."""

_ARENAS, _MOST_ARENAS = -8, 2
"""`M_ARENA_MAX` of glibc's `mallopt`: each arena keeps what it freed for itself."""

_LOG = logging.getLogger(__name__)


def few_arenas() -> None:
    """Before threads begin: they share the places from which memory is taken, so that it can be given back."""
    with suppress(OSError, AttributeError):  # another C library has no such switch
        ctypes.CDLL(None).mallopt(_ARENAS, _MOST_ARENAS)


def many_files() -> None:
    """Allows as many open files as the machine does: a session takes four, and 1,024 is the usual limit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def know_how_started() -> None:
    """Spares the first visitor Streamlit's question whether it runs in a notebook, which looks through all modules.

    It asks once, and takes a quarter of a second; a server does not. A test fails where its insides change.
    """
    delta_generator._use_warning_has_been_displayed = True


OPEN_FILES = Path("/dev/fd")
"""Where Linux and macOS list a program's own open files by number."""


def send_at_once() -> None:
    """Has the sockets that the server listens on send each piece of an answer when it is written.

    Python asks for that where a socket names its protocol, and Streamlit's does not. The body of an answer would then
    wait until its head is acknowledged, for which the other side takes 40 ms (Nagle's algorithm, delayed
    acknowledgements): at each request and each message. Connections take the choice over from their listening socket.
    """
    with suppress(FileNotFoundError):  # another system lists them elsewhere: answers come, later
        for path in OPEN_FILES.iterdir():
            with suppress(OSError):  # closed since, as the list's own file is
                _send_at_once(int(path.name))


def _send_at_once(number: int) -> None:
    if stat.S_ISSOCK(os.fstat(number).st_mode):
        with socket.socket(fileno=os.dup(number)) as one:
            if one.family in (socket.AF_INET, socket.AF_INET6) and one.type == socket.SOCK_STREAM:
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


async def keep_up(warm_up: Callable[[], None]) -> None:
    """Tidies as long as the server runs.

    Args:
        warm_up: does what the first rerun would pay for.
    """
    alone_s = 0.0
    while True:
        await asyncio.sleep(EVERY_S)
        try:
            forget_sessions()
            alone_s = 0.0 if has_visitors() else alone_s + EVERY_S
        except AttributeError:  # another Streamlit: it forgets them later by itself, and the server goes on
            _LOG.warning("Sessions of closed pages stay longer: this Streamlit keeps them elsewhere.")
        if RESTS_AFTER_S <= alone_s < RESTS_AFTER_S + EVERY_S:
            await asyncio.to_thread(start_anew, warm_up)
        await asyncio.to_thread(give_back)


def start_anew(warm_up: Callable[[], None]) -> None:
    """Forgets what pages have computed, and prepares the first rerun again."""
    st.cache_data.clear()
    st.cache_resource.clear()
    close_warehouses()
    gc.collect()
    warm_up()


def has_visitors() -> bool:
    """Whether a page is open."""
    return bool(streamlit.runtime.get_instance()._session_mgr.list_active_sessions())


def forget_sessions() -> None:
    """Lets go of the sessions of closed pages that nobody may come back to any more.

    Streamlit has no public way to do so; a test fails where its insides change.
    """
    storage = streamlit.runtime.get_instance()._session_mgr._session_storage  # type: ignore[attr-defined]
    storage._cache.expire()


def forget_copies() -> None:
    """Lets go of what pandas notes of copies of cached frames that are gone.

    Each shallow copy, and each column that is taken out, leaves a weak reference with the values. pandas looks through
    them at the next write into a frame, or when there are five hundred; into a cached frame nobody writes.
    """
    for one in gc.get_objects():
        if type(one) is BlockValuesRefs:
            one.has_reference()


def give_back() -> None:
    """Collects what nobody refers to, and hands free memory to the system."""
    gc.collect()
    forget_copies()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
