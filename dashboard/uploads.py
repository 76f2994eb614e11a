"""Files that visitors bring: how many and how large, for each and for all, before a byte of them is kept."""

import re
from collections import Counter
from dataclasses import dataclass

import streamlit.runtime
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.asking.bounds import MAX_UPLOAD_BYTES

PATH = re.compile(r"/_stcore/upload_file/(?P<session>[^/]+)/[^/]+")
_FORM_BYTES = 20_000
"""What a browser's form adds to a file."""

PICTURE = re.compile(rb"\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF.{4}WEBP", re.DOTALL)
"""How a JPEG, a PNG and a WebP begin."""

_LONGEST_BEGINNING = 12
_BLANK_LINE = b"\r\n\r\n"
"""Stands before the content of a file in a form."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much may be brought.

    Attributes:
        what: is brought, several of them.
        file_bytes: of one.
        files: of one page.
        bytes_of_all: of all pages together.
        begins: how the content of one begins; None where it may be anything.
    """

    what: str
    file_bytes: int
    files: int
    bytes_of_all: int
    begins: re.Pattern[bytes] | None = None


OF_VISITORS = Bounds("photographs", MAX_UPLOAD_BYTES, 3, 200_000_000, PICTURE)
"""Where a dashboard is read-only: a page asks for one photograph; another may replace it."""

OF_OWNERS = Bounds("files", 200 * 2**20, 500, 1_000_000_000)
"""Where it is not: whole folders of logs are dropped too."""


NO_PICTURE = "This is no JPEG, PNG or WebP picture."


class Uploads:
    """Lets a file in where its visitor, and all together, stay within their bounds."""

    def __init__(self, app: ASGIApp, bounds: Bounds = OF_VISITORS) -> None:
        self.app, self.bounds = app, bounds
        self._coming: Counter[str] = Counter()
        self._coming_bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        found = PATH.search(scope["path"]) if scope["type"] == "http" and scope["method"] == "PUT" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        session = found["session"]
        length = Headers(scope=scope).get("content-length", "")
        if refusal := self._refusal(session, length):
            status, why = refusal
            await PlainTextResponse(why, status_code=status)(scope, receive, send)
            return
        self._coming[session] += 1
        self._coming_bytes += int(length)
        try:
            if self.bounds.begins is not None:
                come = await _beginning(receive)
                if not _holds(self.bounds.begins, come):
                    await PlainTextResponse(NO_PICTURE, status_code=415)(scope, receive, send)
                    return
                receive = _once_more(come, receive)
            await self.app(scope, receive, send)
        finally:
            self._coming[session] -= 1
            self._coming += Counter()  # forgets those of whom nothing is coming
            self._coming_bytes -= int(length)

    def _refusal(self, session: str, length: str) -> tuple[int, str] | None:
        if not (length.isascii() and length.isdigit()):
            return 411, "An upload has to say how long it is."
        bounds = self.bounds
        if int(length) > bounds.file_bytes + _FORM_BYTES:
            return 413, f"Of {bounds.what} each may have {bounds.file_bytes // 10**6} MB."
        kept = {name: dict(files) for name, files in _kept().items()}
        if len(kept.get(session, ())) + self._coming[session] >= bounds.files:
            return 429, f"A page keeps {bounds.files} {bounds.what}. Remove some, or open the page again."
        of_all = sum(len(file.data) for files in kept.values() for file in files.values())
        if of_all + self._coming_bytes + int(length) > bounds.bytes_of_all:
            return 503, f"Too many {bounds.what} are being looked at. Try again in some minutes."
        return None


async def _beginning(receive: Receive) -> list[Message]:
    """What has come of a request when the first bytes of its file are there."""
    come: list[Message] = []
    while True:
        come.append(await receive())
        begun = _body(come)
        _, blank_line, content = begun.partition(_BLANK_LINE)
        is_enough = bool(blank_line) and len(content) >= _LONGEST_BEGINNING
        if is_enough or len(begun) > _FORM_BYTES or not come[-1].get("more_body"):
            return come


def _body(messages: list[Message]) -> bytes:
    return b"".join(message.get("body", b"") for message in messages)


def _holds(begins: re.Pattern[bytes], messages: list[Message]) -> bool:
    _, _, content = _body(messages).partition(_BLANK_LINE)
    return begins.match(content) is not None


def _once_more(messages: list[Message], receive: Receive) -> Receive:
    """Receives what has come already, then the rest."""
    again = iter(messages)

    async def received() -> Message:
        return next(again, None) or await receive()

    return received


def _kept() -> dict[str, dict[str, streamlit.runtime.uploaded_file_manager.UploadedFileRec]]:
    """What Streamlit keeps, by session and file; it has no public way to ask, and a test fails where that changes."""
    if not streamlit.runtime.exists():
        return {}
    manager = streamlit.runtime.get_instance().uploaded_file_mgr
    return dict(manager.file_storage)  # type: ignore[attr-defined]
