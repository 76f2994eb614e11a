"""A loopback server for tests that says nothing of clients who hang up: what they do is for the tests to judge."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from typing import TypeVar

Server = TypeVar("Server", bound=ThreadingHTTPServer)


class QuietServer(ThreadingHTTPServer):
    """As its parent, without a traceback on stderr for a connection that the other side has closed."""

    daemon_threads = True
    request_queue_size = 128
    """Connections that wait to be accepted. With the parent's 5, eight clients on a busy machine may be turned away."""

    def handle_error(self, request, client_address):
        """Prints what went wrong in a handler, unless the client is gone."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    """A server that answers for as long as the block lasts."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
