"""What a server forgets by itself, and what it gives back."""

import asyncio
import gc
import os
import platform
import resource
import socket
import subprocess
import sys
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pandas as pd
import pytest
import streamlit as st
import streamlit.runtime
from streamlit import delta_generator, env_util
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.web.server.starlette.starlette_server import _bind_socket

from core.settings import REPOSITORY
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.server import maintenance


class Session:
    """One, as its storage sees it."""

    session = SimpleNamespace(id="one")


def test_sessions_of_closed_pages_are_forgotten_when_their_time_is_over(monkeypatch):
    """Nobody has to come for that; Streamlit itself would wait for the next page that closes."""
    now = [0.0]
    storage = MemorySessionStorage(ttl_seconds=60)
    monkeypatch.setattr(storage, "_cache", type(storage._cache)(128, 60, timer=lambda: now[0]))
    info = Session()
    storage.save(info)
    kept = weakref.ref(info)
    del info
    runtime = SimpleNamespace(_session_mgr=SimpleNamespace(_session_storage=storage))
    monkeypatch.setattr(streamlit.runtime, "get_instance", lambda: runtime)
    maintenance.expire_closed_sessions()
    assert len(storage.list()) == 1
    now[0] = 61.0
    assert kept() is not None
    maintenance.expire_closed_sessions()
    assert kept() is None


class Stop(Exception):  # noqa: N818 - it ends a loop that has no end
    """Ends the upkeep."""


def seen(monkeypatch, visitors):
    """What the upkeep does while these are the numbers of visitors, one a look."""
    done, looks = [], iter(visitors)

    async def sleep(_):
        if (number := next(looks, None)) is None:
            raise Stop
        monkeypatch.setattr(maintenance, "has_visitors", lambda: number > 0)

    monkeypatch.setattr(maintenance.asyncio, "sleep", sleep)
    monkeypatch.setattr(maintenance, "open_idle_session", lambda: None)
    monkeypatch.setattr(maintenance, "make_idle_session_last", lambda _: None)
    monkeypatch.setattr(maintenance, "expire_closed_sessions", lambda: None)
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    monkeypatch.setattr(maintenance, "release_memory", lambda: None)
    with pytest.raises(Stop):
        asyncio.run(maintenance.run_maintenance(lambda: done.append("warm")))
    return done


def test_a_server_without_visitors_starts_anew_once(monkeypatch):
    """After five minutes alone what pages computed is forgotten, once, however long nobody comes."""
    computed = []

    @st.cache_resource
    def compute():
        computed.append(1)

    compute()
    minutes = round(maintenance.RESTS_AFTER_S / maintenance.EVERY_S)
    assert seen(monkeypatch, [0] * (minutes - 1) + [1] + [0] * (minutes - 1)) == []
    compute()
    assert len(computed) == 1
    assert seen(monkeypatch, [0] * 3 * minutes) == ["warm"]
    compute()
    assert len(computed) == 2


def test_as_many_files_may_be_open_as_the_machine_allows():
    """A session takes four; the usual limit of 1,024 would lock visitors out."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lower = min(soft, 512)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lower, hard))
    try:
        maintenance.raise_open_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == hard
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_copies_of_a_cached_frame_leave_nothing():
    """What pandas notes of each copy and each column goes when the copy is gone; a copy that is there stays noted."""

    @cache_with_limits(max_entries=1, max_mb=1)
    def read() -> dict[str, tuple[pd.DataFrame]]:
        return {"one of several": (pd.DataFrame({"value": [1.0, 2.0], "name": ["a", "b"]}),)}

    (cached,) = read()["one of several"]
    kept = cached.copy(deep=False)
    for _ in range(100):
        cached.copy(deep=False)["value"].sum()
    (values, *_) = cached._mgr.blocks
    assert len(values.refs.referenced_blocks) > 100
    maintenance.release_memory()
    assert len(values.refs.referenced_blocks) == 2
    kept.loc[0, "value"] = 5.0
    assert cached.loc[0, "value"] == 1.0


FREED = """
import psutil
from dashboard.server import maintenance

maintenance.limit_malloc_arenas()
large = b"x" * 2**24
del large  # the C library would from now on keep what is smaller
before = psutil.Process().memory_info().rss
blocks, between = [], []
for _ in range(100):
    blocks.append(b"x" * 2**19)
    between.append(b"x" * 2**12)
held = psutil.Process().memory_info().rss - before
blocks.clear()
print(held // 2**20, (psutil.Process().memory_info().rss - before) // 2**20)
"""


@pytest.mark.slow
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library decides by itself")
def test_a_freed_block_goes_back_at_once():
    """Blocks of half a megabyte between small ones that stay are the system's again when they are freed."""
    done = subprocess.run([sys.executable, "-c", FREED], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    held, left = map(int, done.stdout.split())
    assert held >= 40
    assert left < held / 5


def test_giving_back_is_harmless():
    """It may be done at any time, as often as one likes, also where the C library has no such function."""
    maintenance.limit_malloc_arenas()
    maintenance.release_memory()
    maintenance.release_memory()


@pytest.mark.slow
def test_giving_back_disturbs_nobody():
    """While memory is given back, another thread makes tuples that grow, as pandas does when it joins frames."""
    gc.unfreeze()  # Python has all of its objects to look through, as a server has
    with ThreadPoolExecutor(1) as pool:
        given = pool.submit(lambda: [maintenance.release_memory() for _ in range(5)])
        while not given.done():
            assert len(tuple(time.sleep(0) or number for number in range(40))) == 40
        given.result()


def test_connections_of_streamlits_own_socket_send_at_once():
    """No piece of an answer waits until the one before it is acknowledged."""
    with _bind_socket("127.0.0.1", 0, 1) as listening:
        listening.setblocking(True)
        maintenance.set_tcp_nodelay()
        with socket.create_connection(listening.getsockname()), listening.accept()[0] as connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


def test_a_server_is_not_asked_whether_it_is_a_notebook(monkeypatch):
    """Streamlit's first element looks for how it was started; after a server has said so, none does."""
    looked = []
    monkeypatch.setattr(env_util, "is_repl", lambda: bool(looked.append(1)))
    monkeypatch.setattr(delta_generator, "_use_warning_has_been_displayed", False)
    delta_generator._maybe_print_use_warning()
    assert looked == [1]
    monkeypatch.setattr(delta_generator, "_use_warning_has_been_displayed", False)
    maintenance.skip_notebook_check()
    delta_generator._maybe_print_use_warning()
    assert looked == [1]


SHOWS = """
import sys
import serve
from tests.dashboard.pages import open_page
for page in ("overview", "cases", "heatmaps", "compare", "bias", "tilt", "robustness", "data"):
    assert not open_page(page).exception, page
heavy = ("cv2", "scipy.stats", "scipy.optimize", "pyarrow.parquet")
print([name for name in ("pandas", "scipy.special", *heavy) if name in sys.modules])
"""
"""Starts a server's program, makes its pages, and prints which of these libraries they have loaded."""


@pytest.mark.slow
def test_a_server_that_only_shows_loads_no_heavy_library(tiny_settings):
    """No page of a read-only dashboard needs them: they take 15, 42 and 5 MB that would stay, and time to load."""
    variables = {**os.environ, "TRILENS_DATA": str(tiny_settings.data), "TRILENS_READ_ONLY": "1"}
    command = [sys.executable, "-c", SHOWS]
    done = subprocess.run(command, cwd=REPOSITORY, env=variables, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "['pandas', 'scipy.special']"
