"""Tests of the log: one line per request and per error, without any visitor data."""

import json
import logging

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest

from core.settings import REPOSITORY
from dashboard.server import request_log

SECRETS = (
    "sk-visitor-0123456789",
    "a text of a visitor",
    "a%20text",
    "203.0.113.9",
    "0123-session-4567",
    "cookie-value",
)


def client(*, is_written=True):
    """Return a server of the middleware alone, with a page that answers, one that fails, and a session behind it."""

    async def session(websocket):
        await websocket.accept()
        await websocket.send_text("open")
        await websocket.close()

    def fail(_):
        raise KeyError(SECRETS[0], SECRETS[1])

    routes = [
        WebSocketRoute("/_stcore/stream", session),
        Route("/bias", fail),
        Route("/{path:path}", lambda _: PlainTextResponse("four", status_code=201), methods=["GET", "PUT"]),
    ]
    middleware = [Middleware(request_log.RequestLogMiddleware, is_written=is_written)]
    return TestClient(Starlette(routes=routes, middleware=middleware), raise_server_exceptions=False)


@pytest.fixture
def lines(capsys):
    """Return the lines written since the last call."""
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_each_request_is_a_line(lines):
    """A completed request leaves its method, purpose, status, time and length."""
    client().get("/cases?photograph=001_P0")
    client().put(f"/_stcore/upload_file/{SECRETS[4]}/x")
    first, second = lines()
    assert first.pop("ms") >= 0
    assert first.pop("at").endswith("+00:00")
    assert first == {"kind": "request", "method": "GET", "path": "/cases", "status": 201, "bytes": 4}
    assert second["path"] == "/_stcore/upload_file"


def test_a_session_is_a_line_too(lines):
    """A websocket leaves a line when it ends."""
    with client().websocket_connect("/_stcore/stream") as websocket:
        websocket.receive_text()
    (line,) = lines()
    assert (line["kind"], line["path"], line["status"]) == ("session", "/_stcore/stream", 101)


def test_an_error_has_the_number_that_is_shown(lines):
    """A request that fails is answered with 500 and a number.

    The log has it with the kind of error and its locations.
    """
    answer = client().get("/bias")
    error, request = lines()
    assert answer.status_code == request["status"] == 500
    assert error["number"] in answer.text
    assert error["type"] == "KeyError"
    assert "tests/dashboard/test_request_log.py" in error["where"][-1]


def test_nothing_of_a_visitor_is_in_it(capsys):
    """Keys, texts, sessions, cookies and addresses anywhere in a request or an error appear in no line."""
    who = client()
    headers = {"X-Forwarded-For": SECRETS[3], "Cookie": f"a={SECRETS[5]}", "Authorization": f"Bearer {SECRETS[0]}",
               "User-Agent": SECRETS[1]}  # fmt: skip
    for path in ("", "bias", "cases", "photographs", "_stcore", "_stcore/upload_file", "static", SECRETS[4]):
        for end in (f"?q={SECRETS[0]}&text={SECRETS[1]}", f"/{SECRETS[1]}", f"/{SECRETS[4]}/{SECRETS[0]}"):
            who.get(f"/{path}{end}", headers=headers)
    who.request(SECRETS[0].upper(), "/cases", headers=headers)
    written = capsys.readouterr().out
    assert len(written.splitlines()) >= 25
    for secret in SECRETS:
        assert secret.lower() not in written.lower()


def test_a_dashboard_of_this_machine_alone_writes_errors_only(lines):
    """If requests are not logged, errors still are."""
    client(is_written=False).get("/cases")
    client(is_written=False).get("/bias")
    assert [line["kind"] for line in lines()] == ["error"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/", "/"), ("/overview", "/overview"), ("/overview/x", "other"), ("/healthz", "/healthz"),
     ("/photographs/abc.webp", "/photographs"), ("/previews/0a1b", "/previews"), ("/static/js/index.js", "/static"),
     ("/_stcore/agent/x", "/_stcore/other"), ("/wp-login.php", "other"), ("//evil", "other")],
)  # fmt: skip
def test_a_path_is_what_it_is_for(path, expected):
    """Pages and folders are logged by their names; any other path is `other`."""
    assert request_log.classify_path(path) == expected


def test_a_page_says_the_number(lines):
    """The page shows a sentence with the number instead of Streamlit's box, and nothing of the error."""

    def script():
        from dashboard.server.request_log import show_error

        try:
            raise ValueError("a text of a visitor")
        except ValueError as error:
            show_error(error)

    app = AppTest.from_function(script).run()
    (error,) = (line for line in lines() if line["kind"] == "error")
    assert error["number"] in app.error[0].value
    assert "a text of a visitor" not in app.error[0].value


def test_a_page_closed_while_it_is_computed_leaves_no_traceback(monkeypatch):
    """Streamlit logs the errors of pages, but not that a query was cancelled because its page is gone."""
    logger = logging.getLogger("streamlit.error_util")
    monkeypatch.setattr(logger, "filters", list(logger.filters))
    monkeypatch.setattr(logger, "disabled", False)
    kinds = []
    monkeypatch.setattr(logger, "callHandlers", lambda record: kinds.append(record.exc_info[0].__name__))
    request_log.mute_closed_pages()

    def script():
        from core.errors import QueryCancelledError

        raise QueryCancelledError("the page is gone")

    def wrong_script():
        raise ValueError("a mistake")

    AppTest.from_function(script).run()
    AppTest.from_function(wrong_script).run()
    assert kinds == ["ValueError"]


def test_every_server_shows_errors_so():
    """Streamlit reports errors of pages, callbacks and fragments alike."""
    assert "on_script_error=show_error" in (REPOSITORY / "serve.py").read_text(encoding="utf-8")
