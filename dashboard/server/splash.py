"""The splash screen, with the product's name, that a browser shows until Streamlit's scripts have loaded."""

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.settings import REPOSITORY
from dashboard.server.health import HEALTHZ
from dashboard.style.theme import AT_FIRST

EMPTY = b'<div id="root"></div>'
"""The empty element that Streamlit's scripts fill; they remove its previous content."""

SPLASH = (REPOSITORY / "static" / "splash.html").read_bytes().rstrip()

BEGIN_OF_HEAD, END_OF_HEAD = b"<head>", b"</head>"

WHERE, WHERE_PATH = (REPOSITORY / "static" / "where.js").read_bytes(), "/where.js"
"""Script that gives Streamlit's scripts the address of their server. They would try the page's path first, and wait."""

LINK_TO_WHERE = b'<script defer src=".' + WHERE_PATH.encode() + b'"></script>'


class SplashMiddleware:
    """Fills the page that Streamlit serves empty; every other response stays unchanged."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        start: Message | None = None
        body = b""

        async def send_filled(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start" and _is_html(message):
                start = message
                return
            if start is None:
                await send(message)
                return
            body += message.get("body", b"")
            if message.get("more_body"):
                return
            filled = body.replace(EMPTY, SPLASH, 1).replace(END_OF_HEAD, AT_FIRST.encode() + END_OF_HEAD, 1)
            filled = filled.replace(BEGIN_OF_HEAD, BEGIN_OF_HEAD + LINK_TO_WHERE, 1)
            headers = MutableHeaders(raw=[*start["headers"]])
            if "content-length" in headers and body:
                headers["content-length"] = str(len(filled))
            await send({**start, "headers": headers.raw})
            await send({**message, "body": filled})

        if scope["type"] == "http" and is_page(scope["path"]):
            # Streamlit compresses some of its pages; this one is compressed by an outer middleware instead.
            headers = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
            await self.app({**scope, "headers": headers}, receive, send_filled)
        else:
            await self.app(scope, receive, send)


async def serve_where(_: Request) -> Response:
    """Serve the script that `SplashMiddleware` links; it changes only with the dashboard."""
    return Response(WHERE, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


def is_page(path: str) -> bool:
    """Return whether a path of the server is a page, not a file or an endpoint for programs."""
    return "." not in path.rsplit("/", 1)[-1] and "_stcore" not in path and not path.endswith(HEALTHZ)


def _is_html(start: Message) -> bool:
    headers = MutableHeaders(raw=[*start["headers"]])
    return start["status"] == 200 and headers.get("content-type", "").startswith("text/html")
