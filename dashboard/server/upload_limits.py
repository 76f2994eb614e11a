"""Limits on the number, size and duration of visitors' uploads, checked before any byte is stored."""

import asyncio
import re
import time
from collections import Counter
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.inference.upload_limits import MAX_UPLOAD_BYTES
from dashboard.runtime.streamlit_internals import list_uploaded_files

PATH = re.compile(r"/_stcore/upload_file/(?P<session>[^/]+)/[^/]+")
_FORM_BYTES = 20_000
"""Bytes that a browser's form adds to a file."""

PICTURE = re.compile(rb"\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF.{4}WEBP", re.DOTALL)
"""The first bytes of a JPEG, a PNG and a WebP file."""

_LONGEST_BEGINNING = 12
_BLANK_LINE = b"\r\n\r\n"
"""Separator before the content of a file in a form."""


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """Limits on uploads.

    Attributes:
        what: name of the uploaded things, in the plural.
        file_bytes: maximum size of a file.
        files: maximum number of files per page.
        bytes_of_all: maximum total size for all pages.
        begins: pattern of the first bytes of a file; None if it may be anything.
    """

    what: str
    file_bytes: int
    files: int
    bytes_of_all: int
    begins: re.Pattern[bytes] | None = None


OF_VISITORS = UploadLimits("photographs", MAX_UPLOAD_BYTES, 3, 200_000_000, PICTURE)
"""Limits of a read-only dashboard: a page asks for one photograph, which another may replace."""

OF_OWNERS = UploadLimits("files", 200 * 2**20, 500, 1_000_000_000)
"""Limits of any other dashboard, into which users may drop whole folders of logs."""


NO_PICTURE = "This file is not a JPEG, PNG or WebP image."
TOO_SLOW = "The upload stopped or was too slow. Try again with a better connection or a smaller file."

IDLE_S = 20.0
"""Time without a byte after which an upload is aborted."""

MIN_BYTES_PER_S = 20_000
"""Minimum average rate of an upload after `IDLE_S`; slower ones are aborted."""


class UploadRefusedError(Exception):
    """A refused upload, with the status and the text of the response."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status, self.text = status, text

    def answer(self) -> PlainTextResponse:
        """Return the response; if the upload was too slow, it closes the connection, since the rest may never come."""
        headers = {"Connection": "close"} if self.text == TOO_SLOW else None
        return PlainTextResponse(self.text, status_code=self.status, headers=headers)


class UploadLimitMiddleware:
    """Accepts a file if its page and all pages together stay within their limits.

    Only the bytes of a running upload that have arrived count, so a stalled one does not block others.
    """

    def __init__(self, app: ASGIApp, bounds: UploadLimits = OF_VISITORS) -> None:
        self.app, self.bounds = app, bounds
        self._coming: Counter[str] = Counter()
        self._arrived_bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        match = PATH.search(scope["path"]) if scope["type"] == "http" and scope["method"] == "PUT" else None
        if match is None:
            await self.app(scope, receive, send)
            return
        session = match["session"]
        is_answered = False

        async def send_and_note(message: Message) -> None:
            nonlocal is_answered
            is_answered = True
            await send(message)

        try:
            length = Headers(scope=scope).get("content-length", "")
            self._check_length(length)
            self._check_files(session)
            self._check_all(int(length))
            await self._accept_upload(session, int(length), scope, receive, send_and_note)
        except UploadRefusedError as refusal:
            if not is_answered:
                await refusal.answer()(scope, receive, send)

    async def _accept_upload(self, session: str, length: int, scope: Scope, receive: Receive, send: Send) -> None:
        body = _Body(receive, length)
        self._coming[session] += 1
        try:
            await self.app(scope, await self._check_body(body), send)
        finally:
            self._arrived_bytes -= body.arrived_bytes
            self._coming[session] -= 1
            self._coming += Counter()  # drops sessions without running uploads

    async def _check_body(self, body: "_Body") -> Receive:
        """Return a receiver of the body, after checking its first bytes."""

        async def receive_and_count() -> Message:
            before = body.arrived_bytes
            message = await body.receive()
            self._arrived_bytes += body.arrived_bytes - before
            self._check_all()
            return message

        begins = self.bounds.begins
        if begins is None:
            return receive_and_count
        come = await _receive_beginning(receive_and_count)
        if not _has_expected_start(begins, come):
            raise UploadRefusedError(415, NO_PICTURE)
        return _replay_messages(come, receive_and_count)

    def _check_length(self, length: str) -> None:
        if not (length.isascii() and length.isdigit()):
            raise UploadRefusedError(411, "Content-Length header required.")
        bounds = self.bounds
        if int(length) > bounds.file_bytes + _FORM_BYTES:
            raise UploadRefusedError(
                413, f"Each of the {bounds.what} may have at most {bounds.file_bytes // 10**6} MB."
            )

    def _check_files(self, session: str) -> None:
        bounds = self.bounds
        if len(list(list_uploaded_files().get(session, ()))) + self._coming[session] >= bounds.files:
            text = f"A page can hold {bounds.files} {bounds.what}. Remove some, or open the page again."
            raise UploadRefusedError(429, text)

    def _check_all(self, further_bytes: int = 0) -> None:
        kept_bytes = sum(len(file.data) for files in list_uploaded_files().values() for file in files)
        if kept_bytes + self._arrived_bytes + further_bytes > self.bounds.bytes_of_all:
            text = f"The server holds too many {self.bounds.what} at the moment. Try again in a few minutes."
            raise UploadRefusedError(503, text)


class _Body:
    """The incoming body of an upload, with its time limits.

    Attributes:
        arrived_bytes: number of bytes received so far.
    """

    def __init__(self, receive: Receive, length: int) -> None:
        self._receive, self.arrived_bytes, self._is_over = receive, 0, False
        self._deadline = time.monotonic() + IDLE_S + length / MIN_BYTES_PER_S

    async def receive(self) -> Message:
        """Return the next message.

        Raises:
            UploadRefusedError: no byte arrived for too long, or the upload is too slow overall.
            ClientDisconnect: the sender disconnected before the end.
        """
        if self._is_over:  # a caller that still waits, waits for the end of the connection
            return await self._receive()
        try:
            async with asyncio.timeout(min(IDLE_S, self._deadline - time.monotonic())):
                message = await self._receive()
        except TimeoutError:
            raise UploadRefusedError(408, TOO_SLOW) from None
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        self.arrived_bytes += len(message.get("body", b""))
        self._is_over = not message.get("more_body", False)
        return message


async def _receive_beginning(receive: Receive) -> list[Message]:
    """Return the messages of a request up to the first bytes of its file."""
    come: list[Message] = []
    while True:
        come.append(await receive())
        begun = _join_body(come)
        _, blank_line, content = begun.partition(_BLANK_LINE)
        is_enough = bool(blank_line) and len(content) >= _LONGEST_BEGINNING
        if is_enough or len(begun) > _FORM_BYTES or not come[-1].get("more_body"):
            return come


def _join_body(messages: list[Message]) -> bytes:
    return b"".join(message.get("body", b"") for message in messages)


def _has_expected_start(begins: re.Pattern[bytes], messages: list[Message]) -> bool:
    _, _, content = _join_body(messages).partition(_BLANK_LINE)
    return begins.match(content) is not None


def _replay_messages(messages: list[Message], receive: Receive) -> Receive:
    """Return a receiver that repeats the received messages, then receives the rest."""
    again = iter(messages)

    async def receive_again() -> Message:
        return next(again, None) or await receive()

    return receive_again
