"""What a server does for itself: it forgets sessions whose time is over, and gives freed memory back.

Streamlit forgets the sessions of closed pages when the next one closes, so those of the last visitors would stay, with
their files; and what the C library keeps of freed memory would stay with the process.
"""

import asyncio
import ctypes
import gc
import logging
import resource
from contextlib import suppress

import streamlit.runtime

EVERY_S = 30.0
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


async def keep_up() -> None:
    """Tidies as long as the server runs."""
    while True:
        await asyncio.sleep(EVERY_S)
        try:
            forget_sessions()
        except AttributeError:  # another Streamlit: it forgets them later by itself, and the server goes on
            _LOG.warning("Sessions of closed pages stay longer: this Streamlit keeps them elsewhere.")
        await asyncio.to_thread(give_back)


def forget_sessions() -> None:
    """Lets go of the sessions of closed pages that nobody may come back to any more.

    Streamlit has no public way to do so; a test fails where its insides change.
    """
    storage = streamlit.runtime.get_instance()._session_mgr._session_storage  # type: ignore[attr-defined]
    storage._cache.expire()


def give_back() -> None:
    """Collects what nobody refers to, and hands free memory to the system."""
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
