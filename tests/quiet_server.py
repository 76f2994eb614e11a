"""A loopback server for tests that says nothing of clients who hang up: what they do is for the tests to judge."""

import sys
from http.server import ThreadingHTTPServer


class QuietServer(ThreadingHTTPServer):
    """As its parent, without a traceback on stderr for a connection that the other side has closed."""

    daemon_threads = True

    def handle_error(self, request, client_address):
        """Prints what went wrong in a handler, unless the client is gone."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)
