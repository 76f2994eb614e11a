"""A loopback server for tests that prints nothing about clients who hang up."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from typing import TypeVar

Server = TypeVar("Server", bound=ThreadingHTTPServer)


class QuietServer(ThreadingHTTPServer):
    """Like its parent, without a traceback on stderr for a connection that the other side has closed."""

    daemon_threads = True
    request_queue_size = 128
    """Length of the queue of connections; the parent's 5 may reject some of eight clients on a busy machine."""

    def handle_error(self, request, client_address):
        """Print the error of a handler, unless the client has hung up."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def run_server(server: Server) -> Iterator[Server]:
    """Run a server while the block lasts."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
