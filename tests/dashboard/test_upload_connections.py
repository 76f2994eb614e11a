"""Tests of uploads to a real server over sockets: idle, slow and broken ones block no other and log no traceback."""

import json
import socket
import struct
import time
from contextlib import ExitStack, closing
from typing import NamedTuple

import httpx
import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from dashboard.server.upload_limits import OF_VISITORS
from tests.browser.serving import ALTERED, dashboard
from tests.sessions import make_page_request

BEGINNING = (
    b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    b"\xff\xd8\xff\xe0"
)
BODY = BEGINNING + b"x" * 60 + b"\r\n--b--\r\n"
PATIENCE_S = 60
"""What anything may take: no test asserts how fast something is."""

FEW_S, LONG_S = "2", "600"
"""What the server waits for the next byte, where the test waits for the end of that, and where it does not."""


class Server(NamedTuple):
    """A server under test.

    Attributes:
        url: its address.
        log: what it has written.
    """

    url: str
    log: object

    @property
    def port(self):
        """Return the port on which it listens."""
        return int(self.url.rsplit(":", 1)[1])


class Session:
    """Return a session of a page that stays open, and what a browser sends with its uploads."""

    def __init__(self, server, websocket):
        websocket.send(make_page_request(""))
        while True:
            message = ForwardMsg.FromString(websocket.recv(PATIENCE_S, decode=False))
            if message.WhichOneof("type") == "new_session":
                break
        self.session_id = message.new_session.initialize.session_id
        self.token = httpx.get(f"{server.url}/_stcore/health").cookies["_streamlit_xsrf"]

    def head(self, name, further):
        """Return the header of a file's upload."""
        lines = [
            f"PUT /_stcore/upload_file/{self.session_id}/{name} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Cookie: _streamlit_xsrf={self.token}",
            f"X-Xsrftoken: {self.token}",
            "Content-Type: multipart/form-data; boundary=b",
            further,
        ]
        return "".join(f"{line}\r\n" for line in [*lines, ""]).encode()


@pytest.fixture(params=[LONG_S], ids=["patient"])
def server(tiny_workspace, tmp_path, request):
    """Start a read-only server; after the test, check that its log has no traceback and no error."""
    data = tmp_path / "data"
    data.symlink_to(tiny_workspace.data)
    public = {"TRILENS_READ_ONLY": "1", "TRILENS_HOSTS": "127.0.0.1,demo.example"}
    with dashboard(data, ALTERED, TEST_IDLE_S=request.param, **public) as (url, _):
        (log,) = tmp_path.glob("server-*.log")
        yield Server(url, log)
    written = log.read_text()
    assert "Traceback" not in written
    assert '"kind": "error"' not in written


@pytest.fixture
def open_session(server):
    """Open sessions that stay until the end of the test."""
    address = f"{server.url.replace('http', 'ws', 1)}/_stcore/stream"
    look = {"origin": server.url, "subprotocols": ["streamlit"], "proxy": None, "max_size": None, "close_timeout": 0.1}
    with ExitStack() as stack:
        yield lambda: Session(server, stack.enter_context(connect(address, **look)))


@pytest.fixture
def begin(server):
    """Send the beginning of a request; return its connection, which stays open until the end of the test."""
    opened = []

    def send(content):
        opened.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S))
        opened[-1].sendall(content)
        return opened[-1]

    yield send
    for one in opened:
        one.close()


def status_of(connection):
    """Return the status of the response."""
    with connection.makefile("rb") as answer:
        line = answer.readline()
    return int(line.split()[1]) if line else None


def upload(session, begin, name="whole"):
    """Return the status of a complete upload."""
    return status_of(begin(session.head(name, f"Content-Length: {len(BODY)}") + BODY))


def until(condition):
    """Wait until a condition holds."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def lines_of(server, path="/_stcore/upload_file"):
    """Return the log lines of requests to a path."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    return [line for line in lines if line.get("path") == path]


@pytest.mark.slow
def test_idle_uploads_hold_nobody_up(server, open_session, begin):
    """Eight uploads announce a length and send nothing, with or without a session, and eight stop half-way."""
    visitor = open_session()
    length = f"Content-Length: {OF_VISITORS.file_bytes}"
    for number in range(8):
        nobody = visitor.head(number, length).replace(visitor.session_id.encode(), b"nobody")
        begin(nobody)
        other = open_session()
        begin(other.head(number, length))
        begin(other.head(f"half-{number}", length) + BEGINNING + b"x" * 60)
    assert upload(visitor, begin) == 204


def test_who_leaves_takes_no_place(server, open_session, begin):
    """Uploads that end half-way, with or without notice, no longer count: the page may upload its files."""
    visitor = open_session()
    for number in range(OF_VISITORS.files):
        half = begin(visitor.head(number, "Content-Length: 5000") + (BEGINNING + b"x" * 60 if number else b""))
        if number == 1:  # as a machine that falls over
            half.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        half.close()
    until(lambda: len(lines_of(server)) == OF_VISITORS.files)
    assert [upload(visitor, begin, f"whole-{number}") for number in range(OF_VISITORS.files)] == [204] * 3
    assert upload(visitor, begin, "more") == 429


@pytest.mark.slow
@pytest.mark.parametrize("server", [FEW_S], indirect=True, ids=["impatient"])
def test_idle_and_slow_uploads_end(server, open_session, begin):
    """A request that sends nothing, stops half-way, or arrives byte by byte gets 408 and its connection is closed."""
    visitor = open_session()
    length = "Content-Length: 5000"
    nothing = begin(visitor.head("nothing", length))
    half = begin(visitor.head("half", length) + BEGINNING + b"x" * 60)
    slow = begin(visitor.head("slow", length) + BEGINNING + b"x" * 60)
    for connection in (nothing, half):
        with closing(connection), connection.makefile("rb") as answer:
            assert b" 408 " in answer.readline()
            assert b"too slow" in answer.read()  # to the end of the connection
    slow.settimeout(0.05)
    deadline, answer = time.monotonic() + PATIENCE_S, b""
    while not answer:
        assert time.monotonic() < deadline
        slow.sendall(b"x")
        try:
            answer = slow.recv(1000)
        except TimeoutError:
            continue
    assert b" 408 " in answer.splitlines()[0]
    assert upload(visitor, begin) == 204


BROKEN = (b"zz\r\nhello\r\n", b"5\r\nhello\r\nzz\r\n", b"5\r\nhello\r\n0\r\n\r\n", b"")
"""Bodies in pieces: without a length, with a broken second one, a whole one, none."""


def test_broken_pieces_leave_no_traceback(server, open_session, begin):
    """A body in chunks, broken or complete, is refused, and the server continues."""
    visitor = open_session()
    uploaded = visitor.head("chunked", "Transfer-Encoding: chunked")
    for head in (uploaded, uploaded.replace(b"/_stcore/upload_file/", b"/cases/")):
        assert {status_of(begin(head + body)) for body in BROKEN} <= {400, 404, 405, 411}
    assert upload(visitor, begin) == 204
