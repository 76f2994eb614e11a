"""Bodies of responses within bounds: whoever the server is, what it sends never fills the memory.

The vendors' libraries read the body of an error to its end, and a line of a stream to its break. So the bounds stand
below them, where bytes arrive, as a hook of the HTTP client that all of them share. A second hook keeps requests, and
with them the key, at the address that the user named.
"""

from codecs import getincrementaldecoder
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx2

from core.errors import CallError, ResponseTooLongError
from core.inference.clients.errors import make_error_excerpt
from core.key_redaction import redact_all_keys

MAX_BODY_BYTES = 1_000_000
"""Of a body that is no stream, the rest is not read: of an error's message 300 characters are shown."""

MAX_EVENT_BYTES = 16_000_000
"""An event of a stream is held whole before it is read."""

MAX_STREAM_BYTES = 64_000_000
"""A word a piece and 300 bytes around each: room for more tokens than any model writes in one reply."""

MAX_ANSWER_BYTES = 16_000_000
"""Of a body that a library holds whole: a hundred batches with all that is known of each are a tenth of it."""

MAX_RESULTS_BYTES = 8_000_000_000
"""Of a file of results, which goes to the disk as it comes: 50 000 replies of the longest kind."""

_RESULTS = ("/content", "/results", ":download")
"""Ends of the paths of results. Source: OpenAI, "Retrieve file content"; Anthropic, "Retrieve Message Batch results";
Google, "Batch API"."""

_ENDS_OF_EVENT = (b"\n\n", b"\n\r\n", b"\r\r")
"""Empty lines. Source: WHATWG HTML, "Server-sent events", section "Parsing an event stream"."""


STREAM = "text/event-stream"
STREAM_TYPES = (STREAM, "", "text/plain", "application/octet-stream")
"""Content types of a reply: the right one, and those of servers that do not know what they send."""


def make_bounds_hook(who: str, key: str | None) -> Callable[[httpx2.Response], Awaitable[None]]:
    """A hook for responses of `httpx2.AsyncClient`; `who` is named in its errors, the key hidden in them."""

    async def bound(response: httpx2.Response) -> None:
        """Puts bounds to a body before anything of it is read.

        Raises:
            CallError: the body is compressed, so its size cannot be known, or it is no stream of events.
        """
        body = _bound_error_body(response, who, key)
        if not response.is_success:
            return
        if (kind := response.headers.get("content-type", "").partition(";")[0].strip().lower()) not in STREAM_TYPES:
            response.stream = _Beginning(body, MAX_BODY_BYTES)
            text = (await response.aread()).decode("utf-8", "replace")
            reason = (
                f"{who} answered with {make_error_excerpt(kind[:60], key)} instead of a stream of events ({STREAM})"
            )
            raise CallError(
                f"{reason}: {make_error_excerpt(text, key)}".rstrip(": "),
                may_be_billed=True,
                raw=redact_all_keys(text, key),
            )
        response.stream = _Events(body, who)

    return bound


def make_batch_bounds_hook(who: str, key: str | None) -> Callable[[httpx2.Response], Awaitable[None]]:
    """As `make_bounds_hook`, for the interfaces of batches: answers that are read whole, and files of results."""

    async def bound(response: httpx2.Response) -> None:
        """Puts bounds to a body before anything of it is read.

        Raises:
            CallError: the body is compressed, so its size cannot be known.
        """
        body = _bound_error_body(response, who, key)
        if response.is_success:
            is_results = response.url.path.endswith(_RESULTS)
            response.stream = _Counted(body, MAX_RESULTS_BYTES if is_results else MAX_ANSWER_BYTES, who)

    return bound


def make_origin_check(url: str, who: str, key: str | None) -> Callable[[httpx2.Request], Awaitable[None]]:
    """A hook for requests of `httpx2.AsyncClient`: none goes to another machine, whatever address a server names."""
    home = httpx2.URL(url)

    async def check(request: httpx2.Request) -> None:
        """Lets a request pass.

        Raises:
            CallError: it would go elsewhere.
        """
        if (request.url.scheme, request.url.host, request.url.port) != (home.scheme, home.host, home.port):
            elsewhere = make_error_excerpt(
                f"{request.url.scheme}://{request.url.netloc.decode('ascii', 'replace')}", key
            )
            raise CallError(f"{who} names another machine, {elsewhere}; nothing was sent there")

    return check


def _bound_error_body(response: httpx2.Response, who: str, key: str | None) -> httpx2.AsyncByteStream:
    """The body of a response; that of an error gets its bound.

    Raises:
        CallError: the body of a success is compressed.
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
        reason = f"{who} compressed its reply ({make_error_excerpt(encoding[:20], key)}), which it was asked not to"
        raise CallError(reason, may_be_billed=True)
    return body


class _Counted(httpx2.AsyncByteStream):
    """A body whose bytes are counted."""

    def __init__(self, body: httpx2.AsyncByteStream, most: int, who: str) -> None:
        self._body, self._most, self._who, self._bytes = body, most, who, 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._body:
            self._bytes += len(piece)
            if self._bytes > self._most:
                raise ResponseTooLongError(f"{self._who} sent more than {self._most} bytes", may_be_billed=True)
            yield piece

    async def aclose(self) -> None:
        await self._body.aclose()


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
            raise ResponseTooLongError(
                f"{self._who} sent more than {MAX_EVENT_BYTES} bytes in one event", may_be_billed=True
            )
        if self._bytes > MAX_STREAM_BYTES:
            raise ResponseTooLongError(
                f"{self._who} sent more than {MAX_STREAM_BYTES} bytes in one reply", may_be_billed=True
            )

    async def aclose(self) -> None:
        await self._body.aclose()
