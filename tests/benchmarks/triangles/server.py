"""A real HTTP server on the loopback interface that serves a folder and misbehaves on demand."""

import time
from collections import Counter
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from tests import quiet_server
from tests.quiet_server import QuietServer

Misbehaviour = list[str]
"""Reactions to successive requests of a path: `ok`, `404`, `500`, `429`, `drop`, `half`, `wrong`, `crawl`,
`stall`. After the end of the list the server answers normally."""


class Server(QuietServer):
    """A server of a folder. `plan` lists its misbehaviour by path; `requests` counts requests by path."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folder = folder
        self.plan: dict[str, Misbehaviour] = {}
        self.requests: Counter[str] = Counter()
        self.delay_s = 0.0

    @property
    def url(self) -> str:
        """Address of the folder."""
        return f"http://127.0.0.1:{self.server_address[1]}/release"


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        path = self.path.removeprefix("/release/").partition("?")[0]
        count = self.server.requests[path]
        self.server.requests[path] += 1
        plan = self.server.plan.get(path, [])
        act = plan[count] if count < len(plan) else "ok"
        time.sleep(self.server.delay_s)
        file = self.server.folder / path
        if act in ("404", "500", "429", "403") or not file.is_file():
            self.send_response(int(act) if act.isdigit() else 404)
            if act == "429":
                self.send_header("Retry-After", "0")
            self.end_headers()
            return
        body = file.read_bytes()
        if act == "wrong":
            body = b"<html>not the file</html>"
        if act == "drop":
            self.connection.close()
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if act == "half":
            self.wfile.write(body[: len(body) // 2])
            self.wfile.flush()
            self.connection.close()
        elif act in ("crawl", "stall"):
            self._crawl(body, pause_s=0.05 if act == "crawl" else 30.0)
        else:
            self.wfile.write(body)

    def _crawl(self, body: bytes, pause_s: float) -> None:
        try:
            for position in range(len(body)):
                self.wfile.write(body[position : position + 1])
                self.wfile.flush()
                time.sleep(pause_s)
        except OSError:
            pass  # the client gave up, as it should

    def log_message(self, *_: object) -> None:
        pass


def serving(folder: Path) -> AbstractContextManager[Server]:
    """Run a server for the duration of the block."""
    return quiet_server.run_server(Server(folder))
