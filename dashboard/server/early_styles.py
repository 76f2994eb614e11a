"""Styles in the page that the server sends, so that nothing moves when Streamlit's scripts and the sidebar arrive."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard.server.health import HEALTHZ
from dashboard.style.theme import format_early_styles

END_OF_HEAD = b"</head>"


class EarlyStylesMiddleware:
    """Middleware that adds the styles to the head of HTML pages. A page without a head is unchanged."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.head = format_early_styles().encode() + END_OF_HEAD

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        start: Message | None = None
        body = b""

        async def send_with_styles(message: Message) -> None:
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
            styled = body.replace(END_OF_HEAD, self.head, 1)
            headers = MutableHeaders(raw=[*start["headers"]])
            if "content-length" in headers and body:
                headers["content-length"] = str(len(styled))
            await send({**start, "headers": headers.raw})
            await send({**message, "body": styled})

        if scope["type"] == "http" and is_page(scope["path"]):
            # Compressed pages cannot be changed; the outer middleware compresses them afterwards.
            headers = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
            await self.app({**scope, "headers": headers}, receive, send_with_styles)
        else:
            await self.app(scope, receive, send)


def is_page(path: str) -> bool:
    """Return whether a path is that of a page, not of a file or of an interface for programs."""
    return "." not in path.rsplit("/", 1)[-1] and "_stcore" not in path and not path.endswith(HEALTHZ)


def _is_html(start: Message) -> bool:
    headers = MutableHeaders(raw=[*start["headers"]])
    return start["status"] == 200 and headers.get("content-type", "").startswith("text/html")
