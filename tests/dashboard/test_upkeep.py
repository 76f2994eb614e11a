"""What a server forgets by itself, and what it gives back."""

import resource
import weakref
from types import SimpleNamespace

import streamlit.runtime
from streamlit.runtime.memory_session_storage import MemorySessionStorage

from dashboard import upkeep


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
    upkeep.forget_sessions()
    assert len(storage.list()) == 1
    now[0] = 61.0
    assert kept() is not None
    upkeep.forget_sessions()
    assert kept() is None


def test_as_many_files_may_be_open_as_the_machine_allows():
    """A session takes four; the usual limit of 1,024 would lock visitors out."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lower = min(soft, 512)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lower, hard))
    try:
        upkeep.many_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == hard
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_giving_back_is_harmless():
    """It may be done at any time, as often as one likes, also where the C library has no such function."""
    upkeep.few_arenas()
    upkeep.give_back()
    upkeep.give_back()
