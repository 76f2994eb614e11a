"""Tests of a visitor's limits: a session runs one page at a time, and none that the visitor has left."""

import json
import threading
import time
import urllib.request
from types import SimpleNamespace

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests
from websockets.sync.client import connect

from dashboard.runtime import cancellation, streamlit_internals
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.server import session_queue
from tests.browser.serving import ALTERED, dashboard
from tests.sessions import get_page_result, make_page_request

DEAR = "heatmaps?endless=1"
MANY = 12


class ScriptStopped(Exception):  # noqa: N818 - it is no error
    """Stand-in for the exception that `st.stop` raises."""


@pytest.fixture(autouse=True)
def _stop_raises(monkeypatch):
    """Make `st.stop` work without a running server."""

    def stop():
        raise ScriptStopped

    monkeypatch.setattr(cancellation.st, "stop", stop)


def make_context(session_id):
    """Return what Streamlit stores about a script run, on the thread that runs it."""
    return SimpleNamespace(session_id=session_id, script_requests=ScriptRequests(), gather_usage_stats=False)


class Page(threading.Thread):
    """Thread that runs a page of a session: it waits for its turn, and works until it is released."""

    def __init__(self, session_id):
        super().__init__(daemon=True)
        self.streamlit_script_run_ctx = make_context(session_id)
        self.began, self.may_end, self.has_waited = threading.Event(), threading.Event(), False
        self.start()

    def run(self):
        """Do what `streamlit_app.py` does."""
        try:
            session_queue.wait_for_previous_run()
        except ScriptStopped:
            return
        self.began.set()
        self.may_end.wait(30)


def test_a_session_works_on_one_page_at_a_time():
    """The last of three begins when the first has ended, the one between never; another session does not wait."""
    first = Page("one")
    assert first.began.wait(30)
    left, last, other = Page("one"), Page("one"), Page("two")
    assert other.began.wait(30)
    left.streamlit_script_run_ctx.script_requests.request_stop()
    left.join(30)
    assert [page.began.is_set() for page in (left, last)] == [False, False]
    assert not left.is_alive()
    first.may_end.set()
    assert last.began.wait(30)
    for page in (last, other):
        page.may_end.set()
        page.join(30)
    assert session_queue.count_activity()["pages"] == 0


def test_nothing_is_computed_for_a_page_that_is_gone(monkeypatch):
    """Shared results are computed while the page exists; after Streamlit's stop the script ends."""
    computed = []

    @cache_with_limits(max_entries=10, max_mb=1)
    def compute(name):
        computed.append(name)
        return name

    context = make_context("one")
    requests = context.script_requests
    monkeypatch.setattr(threading.current_thread(), "streamlit_script_run_ctx", context, raising=False)
    is_cancelled = streamlit_internals.make_cancellation_check()
    compute("a")
    assert not is_cancelled()
    requests.request_stop()
    with pytest.raises(ScriptStopped):
        compute("b")
    assert computed == ["a"]
    assert is_cancelled()


@pytest.fixture(scope="module")
def url(tiny_workspace):
    """Return the address of a read-only dashboard with a page whose query would run for ever."""
    with dashboard(tiny_workspace.data, ALTERED, TEST_ENDLESS="1", TRILENS_READ_ONLY="1") as (address, _):
        yield address


def session(url):
    address = url.replace("http", "ws", 1)
    return connect(
        f"{address}/_stcore/stream", origin=url, subprotocols=["streamlit"], proxy=None, max_size=None, open_timeout=60
    )


def until_under_way(url, **expected):
    """Wait until this number of pages and queries is running, according to `/healthz`."""
    deadline = time.monotonic() + 60
    while True:
        with urllib.request.urlopen(f"{url}/healthz", timeout=60) as answer:
            found = json.loads(answer.read())["under_way"]
        if found == expected:
            return
        assert time.monotonic() < deadline, found
        time.sleep(0.05)


def shows(opened, address):
    """Return whether a session shows a page to its end."""
    opened.send(make_page_request(address))
    while (how := get_page_result(opened.recv(60, decode=False))) is None:
        pass
    return how == ForwardMsg.FINISHED_SUCCESSFULLY


@pytest.mark.slow
def test_a_visitor_who_sends_dear_links_holds_nobody_else(url):
    """Of many links in a row only the last is worked on. Other visitors see every page, and work ends with its page."""
    with session(url) as other:
        with session(url) as visitor:
            for _ in range(MANY):
                visitor.send(make_page_request(DEAR))
            until_under_way(url, pages=1, queries=1)
            assert all(shows(other, address) for address in ("", "heatmaps?rows=Object", "robustness", "data"))
            until_under_way(url, pages=1, queries=1)
        until_under_way(url, pages=0, queries=0)


def test_pages_that_are_closed_leave_nothing(url):
    """More visitors than query slots start endless queries and leave: another visitor is still served."""
    for _ in range(MANY):
        with session(url) as visitor:
            visitor.send(make_page_request(DEAR))
    until_under_way(url, pages=0, queries=0)
    with session(url) as other:
        assert shows(other, "heatmaps?rows=Pose")
