"""Bodies of responses within bounds: whoever the server is, what it sends never fills the memory.

The vendors' libraries read the body of an error to its end, and a line of a stream to its break. So the bounds stand
below them, where bytes arrive, as a hook of the HTTP client that all of them share.
"""

from codecs import getincrementaldecoder
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx2

from core.asking.clients.failures import shown
from core.errors import CallError, TooLongError
from core.secrets import hide_all_keys

MAX_BODY_BYTES = 1_000_000
"""Of a body that is no stream, the rest is not read: of an error's message 300 characters are shown."""

MAX_EVENT_BYTES = 16_000_000
"""An event of a stream is held whole before it is read."""

MAX_STREAM_BYTES = 64_000_000
"""A word a piece and 300 bytes around each: room for more tokens than any model writes in one reply."""

_ENDS_OF_EVENT = (b"\n\n", b"\n\r\n", b"\r\r")
"""Empty lines. Source: WHATWG HTML, "Server-sent events", section "Parsing an event stream"."""


STREAM = "text/event-stream"
STREAM_TYPES = (STREAM, "", "text/plain", "application/octet-stream")
"""Content types of a reply: the right one, and those of servers that do not know what they send."""


def bounds(who: str, key: str | None) -> Callable[[httpx2.Response], Awaitable[None]]:
    """A hook for responses of `httpx2.AsyncClient`; `who` is named in its errors, the key hidden in them."""

    async def bound(response: httpx2.Response) -> None:
        """Puts bounds to a body before anything of it is read.

        Raises:
            CallError: the body is compressed, so its size cannot be known, or it is no stream of events.
        """
        encoding = response.headers.get("content-encoding", "identity").strip().lower()
        is_plain = encoding in ("", "identity")
        body = response.stream
        if not isinstance(body, httpx2.AsyncByteStream):
            raise TypeError(f"the body of a response is a {type(body).__name__}, not an asynchronous stream")
        if not response.is_success:
            response.headers.pop("content-encoding", None)
            response.stream = _Beginning(body, MAX_BODY_BYTES if is_plain else 0)
        elif not is_plain:
            reason = f"{who} compressed its reply ({shown(encoding[:20], key)}), which it was asked not to"
            raise CallError(reason, may_be_billed=True)
        elif (kind := response.headers.get("content-type", "").partition(";")[0].strip().lower()) not in STREAM_TYPES:
            response.stream = _Beginning(body, MAX_BODY_BYTES)
            text = (await response.aread()).decode("utf-8", "replace")
            reason = f"{who} answered with {shown(kind[:60], key)} instead of a stream of events ({STREAM})"
            raise CallError(
                f"{reason}: {shown(text, key)}".rstrip(": "), may_be_billed=True, raw=hide_all_keys(text, key)
            )
        else:
            response.stream = _Events(body, who)

    return bound


class _Beginning(httpx2.AsyncByteStream):
    """The first bytes of a body; the rest is left with the server."""

    def __init__(self, body: httpx2.AsyncByteStream, most: int) -> None:
        self._body, self._left = body, most

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if not self._left:
            return
        async for piece in self._body:
            yield piece[: self._left]
            self._left -= min(len(piece), self._left)
            if not self._left:
                return

    async def aclose(self) -> None:
        await self._body.aclose()


class _Events(httpx2.AsyncByteStream):
    """A stream of events whose length is counted, of each event and of all of them.

    Bytes that are no UTF-8 become U+FFFD, as the format wants it. Two libraries would drop the whole reply for one.
    """

    def __init__(self, body: httpx2.AsyncByteStream, who: str) -> None:
        self._body, self._who = body, who
        self._bytes = self._bytes_of_event = 0
        self._last = b""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        decoder = getincrementaldecoder("utf-8")("replace")
        async for piece in self._body:
            self._count(piece)
            if text := decoder.decode(piece):
                yield text.encode()
        if rest := decoder.decode(b"", final=True):
            yield rest.encode()

    def _count(self, piece: bytes) -> None:
        """Counts a piece of any size.

        Raises:
            TooLongError: it is beyond a bound.
        """
        self._bytes += len(piece)
        seen = self._last + piece  # an empty line may be cut by the pieces
        ends = [seen.rfind(end) + len(end) for end in _ENDS_OF_EVENT if end in seen]
        self._bytes_of_event = len(seen) - max(ends) if ends else self._bytes_of_event + len(piece)
        self._last = seen[-2:]
        if self._bytes_of_event > MAX_EVENT_BYTES:
            raise TooLongError(f"{self._who} sent more than {MAX_EVENT_BYTES} bytes in one event", may_be_billed=True)
        if self._bytes > MAX_STREAM_BYTES:
            raise TooLongError(f"{self._who} sent more than {MAX_STREAM_BYTES} bytes in one reply", may_be_billed=True)

    async def aclose(self) -> None:
        await self._body.aclose()
