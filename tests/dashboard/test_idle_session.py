"""The session of nobody, beside a real runtime of Streamlit."""

import asyncio
import gc
import weakref

import pytest
from streamlit.runtime import Runtime, RuntimeConfig
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from core.settings import REPOSITORY
from dashboard.server.idle_session import IdleSessionClient, make_idle_session_last, open_idle_session
from dashboard.server.maintenance import has_visitors


class Visitor(IdleSessionClient):
    """Waits until a page is shown something."""

    def __init__(self):
        self.was_told = asyncio.Event()

    def write_forward_msg(self, msg):
        """It is."""
        self.was_told.set()


async def visited(runtime):
    """A weak reference to the session of a page that was shown something and was closed."""
    visitor = Visitor()
    session_id = runtime.connect_session(visitor, {})
    session = runtime._session_mgr.get_session_info(session_id).session
    make_idle_session_last(session)
    await visitor.was_told.wait()
    runtime.close_session(session_id)
    return weakref.ref(session)


async def gone(session):
    """Waits until nobody holds it."""
    while session() is not None:
        gc.collect()
        await asyncio.sleep(0.01)


@pytest.mark.slow
def test_the_last_visitor_leaves_nothing(monkeypatch):
    """What Streamlit's loop would hold until somebody comes goes, and the session of nobody is no visitor."""
    monkeypatch.setattr(Runtime, "_instance", None)

    async def last():
        runtime = Runtime(
            RuntimeConfig(
                script_path=str(REPOSITORY / "streamlit_app.py"),
                media_file_storage=MemoryMediaFileStorage("/media"),
                uploaded_file_manager=MemoryUploadedFileManager("/_stcore/upload_file"),
            )
        )
        await runtime.start()
        nobody = open_idle_session()
        session = await visited(runtime)
        gc.collect()
        was_held = session() is not None
        make_idle_session_last(nobody)
        await asyncio.wait_for(gone(session), 20)
        found = (was_held, has_visitors())
        runtime.stop()
        await runtime.stopped
        return found

    assert asyncio.run(last()) == (True, False)
