"""Tests of upload limits: files per page, bytes in total, and no file of unknown length."""

import asyncio
import threading
from dataclasses import replace
from types import SimpleNamespace

import pytest
import streamlit.runtime
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from core.errors import ImageError
from core.settings import REPOSITORY
from dashboard.pages.ask import photo_upload
from dashboard.runtime import streamlit_internals
from dashboard.server import upload_limits
from dashboard.server.upload_limits import NO_PICTURE, OF_OWNERS, OF_VISITORS, UploadLimitMiddleware

URL = "/_stcore/upload_file/{}/{}"

JPEG = b"\xff\xd8\xff\xe0" + b"x" * 60


def form(content, name="a.jpg"):
    """Return a file as a browser sends it."""
    return {"files": {"file": (name, content, "image/jpeg")}}


@pytest.fixture
def kept(monkeypatch):
    """Return Streamlit's own store of files, as the middleware sees it."""
    manager = MemoryUploadedFileManager("/_stcore/upload_file")
    monkeypatch.setattr(
        upload_limits,
        "list_uploaded_files",
        lambda: {name: list(files.values()) for name, files in manager.file_storage.items()},
    )
    return manager


@pytest.fixture
def bounds():
    """Return the limits of a read-only dashboard."""
    return OF_VISITORS


@pytest.fixture
def client(kept, bounds):
    """Return a server that stores the files that are accepted."""

    async def take(request):
        body = await request.body()
        record = UploadedFileRec(request.path_params["file"], "a.jpg", "image/jpeg", body)
        kept.add_file(request.path_params["session"], record)
        return PlainTextResponse("kept")

    routes = [Route(URL.format("{session}", "{file}"), take, methods=["PUT", "DELETE"])]
    return TestClient(Starlette(routes=routes, middleware=[Middleware(UploadLimitMiddleware, bounds=bounds)]))


def test_a_page_keeps_as_many_files_as_it_asks_for(client):
    """One visitor's files are refused at the limit; another visitor's are not affected."""
    for number in range(OF_VISITORS.files):
        assert client.put(URL.format("one", number), **form(JPEG)).text == "kept"
    refused = client.put(URL.format("one", "more"), **form(JPEG))
    assert (refused.status_code, "3 photographs" in refused.text) == (429, True)
    assert client.put(URL.format("other", "first"), **form(JPEG)).text == "kept"


@pytest.mark.parametrize("bounds", [replace(OF_VISITORS, bytes_of_all=400)])
def test_all_together_stay_within_their_bytes(client):
    """When the total is reached the next file is refused for now, with advice."""
    assert client.put(URL.format("one", "a"), **form(JPEG)).text == "kept"
    refused = client.put(URL.format("two", "b"), **form(JPEG))
    assert (refused.status_code, "Try again" in refused.text) == (503, True)


def test_what_is_still_coming_counts(kept):
    """Files that are still arriving count, so many at once cannot each see no other."""
    two = Middleware(UploadLimitMiddleware, bounds=replace(OF_VISITORS, files=2))
    arrived, may_end = threading.Semaphore(0), threading.Event()

    def take(request):
        arrived.release()
        may_end.wait(10)
        return PlainTextResponse("kept")

    routes = [Route(URL.format("{session}", "{file}"), take, methods=["PUT"])]
    with TestClient(Starlette(routes=routes, middleware=[two])) as client:
        answers = []
        threads = [
            threading.Thread(target=lambda n=n: answers.append(client.put(URL.format("one", n), **form(JPEG)).text))
            for n in range(2)
        ]
        for thread in threads:
            thread.start()
        for _ in threads:
            assert arrived.acquire(timeout=60)
        assert client.put(URL.format("one", "third"), **form(JPEG)).status_code == 429
        may_end.set()
        for thread in threads:
            thread.join(10)
    assert answers == ["kept", "kept"]


def test_a_file_of_unknown_length_is_refused(client):
    """It is impossible to know whether a chunked upload fits."""
    answer = client.put(URL.format("one", "a"), content=iter([b"x", b"y"]))
    assert answer.status_code == 411


def test_a_file_beyond_the_largest_photograph_is_refused_unread(client):
    """The header alone decides; the server does not wait for the body."""
    answer = client.put(URL.format("one", "a"), content=b"x", headers={"content-length": "99000000"})
    assert answer.status_code == 413


@pytest.mark.parametrize("bounds", [OF_OWNERS])
def test_an_owner_drops_a_folder_of_logs(client):
    """The owner of a dashboard may upload more and larger files."""
    for number in range(OF_VISITORS.files + 5):
        assert client.put(URL.format("one", number), content=b"x").text == "kept"
    large = client.put(URL.format("one", "large"), content=b"x", headers={"content-length": "99000000"})
    assert large.status_code != 413


@pytest.mark.parametrize("content", [JPEG, b"\x89PNG\r\n\x1a\n" + b"x" * 60, b"RIFF\n\r\n\rWEBPVP8 ", b"\xff\xd8\xff"])
def test_a_visitor_brings_a_picture(client, kept, content):
    """The three formats are accepted unchanged, even truncated: the page says what is wrong with the file."""
    assert client.put(URL.format("one", "a"), **form(content)).text == "kept"
    assert content in kept.file_storage["one"]["a"].data


@pytest.mark.parametrize("content", [b"", b"x", b"GIF89a" + b"x" * 60, b"RIFF1234WAVE", b"<svg>\xff\xd8\xff", JPEG[1:]])
def test_what_does_not_begin_as_a_picture_is_refused(client, kept, content):
    """The first bytes decide, not the name; nothing of the file is kept."""
    answer = client.put(URL.format("one", "a"), **form(content))
    assert (answer.status_code, answer.text) == (415, NO_PICTURE)
    assert not kept.file_storage


def test_the_rest_of_what_is_no_picture_is_not_waited_for(kept):
    """A file is refused by its first bytes while the rest is still coming."""
    app = UploadLimitMiddleware(lambda *_: pytest.fail("let in"))
    length = [(b"content-length", b"9000")]
    scope = {"type": "http", "method": "PUT", "path": URL.format("one", "a"), "headers": length}
    come = [{"type": "http.request", "body": body, "more_body": True} for body in (b"--b\r\nA: b\r\n\r\n", b"x" * 20)]
    said = []

    async def receive():
        return come.pop(0)

    async def send(message):
        said.append(message)

    asyncio.run(app(scope, receive, send))
    assert (said[0]["status"], come) == (415, [])


@pytest.mark.parametrize("bounds", [OF_OWNERS])
def test_an_owner_drops_any_file(client):
    """An owner's logs may have many formats."""
    assert client.put(URL.format("one", "a"), **form(b"{}", "log.json")).text == "kept"


def test_other_requests_go_through(client):
    """Removing a file is not an upload."""
    assert client.delete(URL.format("one", "a")).text == "kept"


def test_streamlit_keeps_files_where_the_bound_looks(monkeypatch):
    """The files are found by session; if Streamlit stores them elsewhere, or does not run, there are none."""
    manager = MemoryUploadedFileManager("/_stcore/upload_file")
    manager.add_file("one", UploadedFileRec("a", "a.jpg", "image/jpeg", b"xyz"))
    assert streamlit_internals.list_uploaded_files() == {}
    monkeypatch.setattr(streamlit.runtime, "exists", lambda: True)
    monkeypatch.setattr(streamlit.runtime, "get_instance", lambda: SimpleNamespace(uploaded_file_mgr=manager))
    found = streamlit_internals.list_uploaded_files()
    assert {name: [file.data for file in files] for name, files in found.items()} == {"one": [b"xyz"]}
    monkeypatch.setattr(streamlit.runtime, "get_instance", SimpleNamespace)
    assert streamlit_internals.list_uploaded_files() == {}


def test_one_photograph_is_measured_at_a_time(monkeypatch):
    """Unpacking takes up to 400 MB, so one image waits for another; a refused image does not block the next."""
    held = []

    def refuse(_):
        held.append(photo_upload._ONE_AT_A_TIME.locked())
        raise ImageError("not an image")

    monkeypatch.setattr(photo_upload, "read_own_photograph", refuse)
    for _ in range(2):
        with pytest.raises(ImageError):
            photo_upload._read("key", b"")
    assert held == [True, True]
    assert not photo_upload._ONE_AT_A_TIME.locked()


def test_what_a_widget_may_hold_is_bounded():
    """A megabyte is far more than any page's own widgets hold; Streamlit refuses larger values."""
    lines = (REPOSITORY / ".streamlit" / "config.toml").read_text(encoding="utf-8").splitlines()
    assert "maxWidgetStateSize = 1" in lines
