"""Server log: one JSON line per request, and one per error with the id shown to the user.

No line holds a key, a text, a network address, or any other data of a visitor: a path is reduced to its purpose, an
error to its type and its places in the code.
"""

import logging
import secrets
import sys
import time
import traceback
from pathlib import Path

import h11
import streamlit as st
import structlog
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.errors import QueryCancelledError
from core.settings import REPOSITORY
from dashboard.data.image_urls import ROUTE
from dashboard.page_files import PAGE_FILES
from dashboard.runtime.server_address import PREVIEWS, get_base_path

PAGES = frozenset(PAGE_FILES)
FOLDERS = (ROUTE, PREVIEWS, "/static", "/app/static", "/media", "/component")
STREAMLIT = "/_stcore"
OF_STREAMLIT = frozenset({"stream", "health", "host-config", "upload_file", "script-health-check", "bidi-components"})
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"})
OTHER = "other"
WENT_WRONG = "Something went wrong."
_MOST_PLACES = 8
_TIME = "at"
_PROCESSORS: list[structlog.typing.Processor] = [
    structlog.processors.TimeStamper(fmt="%Y-%m-%dT%H:%M:%S.%f+00:00", utc=True, key=_TIME),
    structlog.processors.EventRenamer("kind"),
    structlog.processors.JSONRenderer(),
]


def write_line(kind: str, **facts: object) -> None:
    """Write a line of JSON to standard output, with the time in UTC."""
    structlog.wrap_logger(structlog.PrintLogger(sys.stdout), _PROCESSORS).info(kind, **facts)


def classify_path(path: str) -> str:
    """Return the purpose of a path: a page, a folder, or a part of Streamlit; no file names, sessions or searches."""
    path = path.removeprefix(get_base_path())
    first, _, rest = path.removeprefix("/").partition("/")
    if f"/{first}" == STREAMLIT:
        part = rest.partition("/")[0]
        return f"{STREAMLIT}/{part if part in OF_STREAMLIT else OTHER}"
    if (first in PAGES and not rest) or path in ("/", "", "/healthz"):
        return path or "/"
    return next((folder for folder in FOLDERS if path.startswith(f"{folder}/")), OTHER)


def write_error(error: BaseException) -> str:
    """Write an error to the log, and return its id there."""
    number = secrets.token_hex(4)
    places = [
        f"{_shorten_path(frame.filename)}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    write_line("error", number=number, type=type(error).__name__, where=places[-_MOST_PLACES:])
    return number


def _shorten_path(filename: str) -> str:
    path = Path(filename)
    own = path.is_relative_to(REPOSITORY) and "site-packages" not in path.parts
    return (path.relative_to(REPOSITORY) if own else Path(*path.parts[-2:])).as_posix()


def show_error(error: Exception) -> bool:
    """Show on the page that something went wrong, with the error's id in the log, instead of Streamlit's own box.

    A closed page is not an error.
    """
    if isinstance(error, QueryCancelledError):
        return True
    st.error(
        f"{WENT_WRONG} Reload the page. If the problem persists, report error **{write_error(error)}** to the "
        "administrator."
    )
    return True


def mute_third_party_loggers() -> None:
    """Keep other loggers out of the log: they write visitors' addresses, and error messages that may quote texts."""
    for name in ("uvicorn.access", "streamlit.error_util"):
        logging.getLogger(name).disabled = True


def mute_closed_pages() -> None:
    """Keep tracebacks of pages that were closed while they were computed out of the log: see `show_error`."""
    logging.getLogger("streamlit.error_util").addFilter(_is_not_of_closed_page)


def _is_not_of_closed_page(record: logging.LogRecord) -> bool:
    return not (record.exc_info and isinstance(record.exc_info[1], QueryCancelledError))


def mute_warm_up() -> None:
    """Keep Streamlit's warnings about the warm-up out of the log: it runs pages without a session, with defaults."""
    logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").disabled = True


class RequestLogMiddleware:
    """Writes one line per completed request, and answers a failed request with the id of its error.

    Attributes:
        is_written: whether requests are logged; errors always are.
    """

    def __init__(self, app: ASGIApp, *, is_written: bool) -> None:
        self.app, self.is_written = app, is_written

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        started, status, length = time.perf_counter(), 0, 0

        async def send_and_count(message: Message) -> None:
            nonlocal status, length
            try:
                await send(message)
            except h11.LocalProtocolError as error:
                if status:
                    raise
                raise ClientDisconnect from error  # the request was invalid, and the server has already replied
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and not status:
                status = 403
            length += len(message.get("body") or message.get("bytes") or b"")

        try:
            await self.app(scope, receive, send_and_count)
        except ClientDisconnect:
            pass  # the client has disconnected
        except Exception as error:
            number = write_error(error)
            if scope["type"] == "websocket" or status:
                raise
            answer = PlainTextResponse(f"Something went wrong. The server log describes error {number}.", 500)
            await answer(scope, receive, send_and_count)
        finally:
            if self.is_written:
                method = scope.get("method", "")
                write_line(
                    "request" if scope["type"] == "http" else "session",
                    method=method if method in METHODS else OTHER,
                    path=classify_path(scope["path"]),
                    status=status,
                    ms=round((time.perf_counter() - started) * 1000, 1),
                    bytes=length,
                )
