"""Tests of access control: hosts, origins of sessions, and blocked paths."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from dashboard.server.host_check import HostCheckMiddleware


async def session(websocket):
    """Accept every request, in place of Streamlit: a refused session that reached this would be accepted."""
    await websocket.accept()
    await websocket.send_text("open")
    await websocket.close()


def client(*hosts, is_private=True):
    rest = Route("/{path:path}", lambda _: PlainTextResponse("in"))
    doors = Middleware(HostCheckMiddleware, hosts=hosts, is_private=is_private)
    return TestClient(Starlette(routes=[WebSocketRoute("/_stcore/stream", session), rest], middleware=[doors]))


def opens(who, host, origin=None, **more):
    """Return whether a session opens."""
    headers = {"host": host, **({} if origin is None else {"origin": origin}), **more}
    try:
        with who.websocket_connect("/_stcore/stream", headers=headers) as websocket:
            return websocket.receive_text() == "open"
    except WebSocketDisconnect:
        return False


@pytest.mark.parametrize("host", ["localhost:8501", "127.0.0.1:8501", "[::1]:8501", "localhost"])
def test_a_private_dashboard_answers_to_this_machine(host):
    """Names of this machine are accepted, and so are sessions of pages from it, at any port."""
    assert client().get("/", headers={"host": host}).text == "in"
    assert opens(client(), host, f"http://{host}")
    assert opens(client(), host)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "["])
def test_a_name_that_was_pointed_here_is_refused(host):
    """A foreign name on this machine's address (DNS rebinding) gets neither a page nor a session."""
    answer = client().get("/", headers={"host": host})
    assert answer.status_code == 421
    assert "TRILENS_HOSTS" in answer.text
    assert not opens(client(), host, f"http://{host}")


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost.evil.example", "null", "", "http://["])
def test_a_foreign_page_opens_no_session(origin):
    """The page that opens a session must come from the requested host, on a public dashboard too."""
    assert not opens(client(), "localhost:8501", origin)
    assert not opens(client(is_private=False), "demo.example", origin)
    assert opens(client(is_private=False), "demo.example", "https://demo.example")


def test_hosts_that_are_named_are_the_only_ones():
    """If host names are configured, these and this machine's own names are answered."""
    demo = client("demo.example", is_private=False)
    assert demo.get("/", headers={"host": "DEMO.example"}).status_code == 200
    assert demo.get("/", headers={"host": "localhost"}).status_code == 200
    assert demo.get("/", headers={"host": "other.example"}).status_code == 421


def test_a_proxy_may_say_which_host_was_asked():
    """A session is accepted if the forwarded host is known and its page comes from it.

    An unknown host changes nothing.
    """
    demo = client("demo.example", is_private=False)
    forwarded = {"x-forwarded-host": "demo.example"}
    assert opens(demo, "127.0.0.1:8501", "https://demo.example", **forwarded)
    assert not opens(demo, "127.0.0.1:8501", "https://evil.example", **{"x-forwarded-host": "evil.example"})
    assert not opens(client(), "127.0.0.1:8501", "https://demo.example", **forwarded)


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/_stcore/agent/openapi.json", "/_stcore/agent"])
def test_what_nobody_needs_is_shut(path):
    """Metrics and Streamlit's API are blocked; its health check and pages are available."""
    own = client()
    assert own.get(path, headers={"host": "localhost"}).status_code == 404
    assert own.get("/_stcore/health", headers={"host": "localhost"}).text == "in"
