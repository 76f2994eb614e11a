"""Size limits for response bodies, so that no server can fill the memory.

The vendors' libraries read the body of an error to its end, and a line of a stream to its break. So the limits apply
below the libraries, where bytes arrive, in a hook of their shared HTTP client. A second hook restricts requests, and
with them the key, to the address that the user gave.
"""

from codecs import getincrementaldecoder
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx2

from core.errors import CallError, ResponseTooLongError
from core.inference.clients.errors import make_error_excerpt
from core.key_redaction import redact_all_keys

MAX_BODY_BYTES = 1_000_000
"""Bytes read of a body that is not a stream; of an error's message only 300 characters are shown."""

MAX_EVENT_BYTES = 16_000_000
"""Size of an event of a stream, which is held in memory as a whole."""

MAX_STREAM_BYTES = 64_000_000
"""Size of a stream: with one word per piece and 300 bytes of overhead each, more tokens than any model writes."""

MAX_ANSWER_BYTES = 16_000_000
"""Size of a body that a library holds in memory: ten times a list of a hundred batches with all their fields."""

MAX_RESULTS_BYTES = 8_000_000_000
"""Size of a file of results, which is streamed to the disk: 50 000 replies of the maximum length."""

_RESULTS = ("/content", "/results", ":download")
"""Suffixes of the paths of results. Source: OpenAI, "Retrieve file content"; Anthropic, "Retrieve Message Batch
results"; Google, "Batch API"."""

_ENDS_OF_EVENT = (b"\n\n", b"\n\r\n", b"\r\r")
"""Empty lines. Source: WHATWG HTML, "Server-sent events", section "Parsing an event stream"."""


STREAM = "text/event-stream"
STREAM_TYPES = (STREAM, "", "text/plain", "application/octet-stream")
"""Content types of a reply: the right one, and those of servers that do not set it correctly."""


def make_bounds_hook(who: str, key: str | None) -> Callable[[httpx2.Response], Awaitable[None]]:
    """Return a hook for responses of `httpx2.AsyncClient`; its errors name `who` and hide the key."""

    async def bound(response: httpx2.Response) -> None:
        """Limit a body before it is read.

        Raises:
            CallError: the body is compressed, so its size is unknown, or it is not a stream of events.
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
    """Return a hook as `make_bounds_hook` does, for batches: responses that are read whole, and files of results."""

    async def bound(response: httpx2.Response) -> None:
        """Limit a body before it is read.

        Raises:
            CallError: the body is compressed, so its size is unknown.
        """
        body = _bound_error_body(response, who, key)
        if response.is_success:
            is_results = response.url.path.endswith(_RESULTS)
            response.stream = _Counted(body, MAX_RESULTS_BYTES if is_results else MAX_ANSWER_BYTES, who)

    return bound


def make_origin_check(url: str, who: str, key: str | None) -> Callable[[httpx2.Request], Awaitable[None]]:
    """Return a hook for requests of `httpx2.AsyncClient` that blocks requests to any other machine."""
    home = httpx2.URL(url)

    async def check(request: httpx2.Request) -> None:
        """Let a request pass if it goes to the user's address.

        Raises:
            CallError: it would go to another machine.
        """
        if (request.url.scheme, request.url.host, request.url.port) != (home.scheme, home.host, home.port):
            elsewhere = make_error_excerpt(
                f"{request.url.scheme}://{request.url.netloc.decode('ascii', 'replace')}", key
            )
            raise CallError(f"{who} refers to another machine, {elsewhere}; nothing was sent there")

    return check


def _bound_error_body(response: httpx2.Response, who: str, key: str | None) -> httpx2.AsyncByteStream:
    """Return the body of a response; limit it if the response is an error.

    Raises:
        CallError: the body of a successful response is compressed.
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
        reason = f"{who} compressed its reply ({make_error_excerpt(encoding[:20], key)}) against our request"
        raise CallError(reason, may_be_billed=True)
    return body


class _Counted(httpx2.AsyncByteStream):
    """A body with a maximum size."""

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
    """The first bytes of a body; the rest is not read."""

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
    """A stream of events with a maximum size per event and in total.

    Bytes that are not UTF-8 become U+FFFD, as the format requires; two libraries would otherwise drop the whole reply.
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
        """Count a piece of any size.

        Raises:
            ResponseTooLongError: the event or the stream is too long.
        """
        self._bytes += len(piece)
        seen = self._last + piece  # an empty line may be split between pieces
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
