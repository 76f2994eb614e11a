"""A request to a model, its attempts and its outcome."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt
from tenacity.wait import wait_exponential_jitter

from core.errors import CallError, ImageError, ImageViewError, ResponseTooLongError
from core.formatting import to_single_line
from core.importers.formats.finish_reasons import describe_reasoning_only
from core.inference.clients.model_client import MAX_REPLY_CHARACTERS, ModelClient, ModelRequest, OnText, ReplyEnd
from core.inference.clients.providers import Endpoint
from core.inference.request_content import ExampleFiles, build_request
from core.inference.request_outcome import RequestOutcome
from core.key_redaction import StreamRedactor, redact_all_keys, redact_key
from core.limits import RequestLimits

FIRST_WAIT_S = 1.0


LONGEST_WAIT_S = 60.0


MAX_TOKENS = 10**9


MAX_REASON_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class RetryNotice:
    """A failed attempt that another one follows; the text received so far is void."""

    attempt: int
    attempts: int
    wait_s: float
    reason: str


class CostMeter(Protocol):
    """A meter that records every request; a budget can stop the next one before it is sent."""

    async def reserve_cost(self) -> None:
        """Reserve the cost of a request; raise `BudgetError` if it could cost too much."""

    def record_cost(self, input_tokens: int | None, output_tokens: int | None, *, may_be_billed: bool) -> None:
        """Record the tokens of a request; None if they are unknown."""


async def ask_with_retries(
    client: ModelClient,
    endpoint: Endpoint,
    request: ModelRequest,
    *,
    on_text: OnText = lambda _: None,
    on_retry: Callable[[RetryNotice], None] = lambda _: None,
    meter: CostMeter | None = None,
) -> RequestOutcome:
    """Send a request until a reply arrives or no attempt is left; a failed call is an outcome too.

    To stop, cancel the task. `client` comes from `connect(endpoint)`. `on_text` receives the reply's text
    piece by piece, `on_retry` the reason for each further attempt; `meter` records every request.

    Raises:
        CallError: every other case would fail in the same way (`is_fatal`).
        BudgetError: the meter does not allow another request.
    """
    try:
        async for attempt in make_retry_policy(endpoint.limits, on_retry):
            with attempt:
                return await _try_request(client, endpoint, request, on_text, meter)
    except CallError as error:
        if error.is_fatal:
            raise
        return RequestOutcome("api_error", error.raw, str(error))
    raise AssertionError("unreachable: an attempt returns or raises")


def make_retry_policy(limits: RequestLimits, on_retry: Callable[[RetryNotice], None] = lambda _: None) -> AsyncRetrying:
    """Return the policy that retries a call after each temporary failure, waiting as long as the server asks for.

    The last failure is raised.
    """
    backoff_s = wait_exponential_jitter(initial=FIRST_WAIT_S, max=LONGEST_WAIT_S, jitter=FIRST_WAIT_S)

    def wait_s(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked_for = error.retry_after_s if isinstance(error, CallError) else None
        return asked_for if asked_for is not None else backoff_s(state)

    def tell(state: RetryCallState) -> None:
        wait = state.next_action.sleep if state.next_action else 0.0
        reason = str(state.outcome.exception()) if state.outcome else ""
        on_retry(RetryNotice(state.attempt_number, limits.attempts, wait, reason))

    return AsyncRetrying(
        stop=stop_after_attempt(limits.attempts),
        retry=retry_if_exception(lambda error: isinstance(error, CallError) and error.is_temporary),
        wait=wait_s,
        before_sleep=tell,
        reraise=True,
    )


@dataclass(slots=True)
class _Text:
    """The text of one attempt; the pieces that are passed on never contain the key."""

    stream: StreamRedactor
    on_text: OnText
    pieces: list[str] = field(default_factory=list)
    characters: int = 0

    def add(self, piece: str) -> None:
        if not isinstance(piece, str):  # the library does not validate what the server sends
            raise TypeError(f"a piece of text is a {type(piece).__name__}")
        self.pieces.append(piece)
        self.characters += len(piece)
        for part in self.stream.add(piece):
            self.on_text(part)
        if self.characters > MAX_REPLY_CHARACTERS:
            raise ResponseTooLongError(f"longer than {MAX_REPLY_CHARACTERS} characters", may_be_billed=True)

    def end(self) -> str:
        """Pass on the text that the stream still holds back, and return the whole text."""
        for part in self.stream.end():
            self.on_text(part)
        return "".join(self.pieces)


async def _try_request(
    client: ModelClient, endpoint: Endpoint, request: ModelRequest, on_text: OnText, meter: CostMeter | None
) -> RequestOutcome:
    """Send one request, record it in the meter, and return its outcome."""
    if meter:
        await meter.reserve_cost()
    text = _Text(StreamRedactor(endpoint.key), on_text)
    ending: ReplyEnd | None = None
    may_be_billed = True  # unless an error states otherwise
    started = time.perf_counter()
    try:
        ending = await _stream_reply(client, endpoint, request, text)
    except CallError as error:
        may_be_billed = error.may_be_billed
        raise
    finally:
        if meter:
            tokens = (
                (check_token_count(ending.input_tokens), check_token_count(ending.output_tokens))
                if ending
                else (None, None)
            )
            meter.record_cost(*tokens, may_be_billed=may_be_billed)
    return _build_outcome(ending, text.end(), time.perf_counter() - started, endpoint)


async def _stream_reply(client: ModelClient, endpoint: Endpoint, request: ModelRequest, text: _Text) -> ReplyEnd:
    """Stream a reply into `text`, within the limits of time and length.

    Raises:
        CallError: the call failed, took too long, or exceeded the length limit before any text.
    """
    try:
        async with asyncio.timeout(endpoint.limits.timeout_s):
            return await client.ask(request, text.add)
    except TimeoutError:
        reason = f"{endpoint.provider.title} did not finish within {endpoint.limits.timeout_s:g} s"
        raise CallError(reason, is_temporary=True, may_be_billed=True) from None
    except ResponseTooLongError as error:
        if not text.characters:
            raise
        return ReplyEnd("cut", str(error))


def _build_outcome(ending: ReplyEnd, text: str, latency_s: float, endpoint: Endpoint) -> RequestOutcome:
    raw = redact_key(text, endpoint.key)
    has_text = bool(raw.strip())
    is_empty = ending.status == "ok" and not has_text
    reason = clean_server_text(ending.reason, endpoint, MAX_REASON_CHARACTERS)
    only_reasoning = ending.reasoning_characters and not has_text
    if is_empty:
        why = f": {describe_reasoning_only(ending.reasoning_characters)}" if only_reasoning else ""
        reason = f"the call succeeded, but the reply has no text{why}" + (f" ({reason})" if reason else "")
    elif only_reasoning:
        reason = "; ".join(filter(None, (reason, describe_reasoning_only(ending.reasoning_characters))))
    return RequestOutcome(
        status="empty" if is_empty else ending.status,
        raw=raw,
        error=reason,
        latency_s=round(latency_s, 3),
        input_tokens=check_token_count(ending.input_tokens),
        output_tokens=check_token_count(ending.output_tokens),
        api_model=clean_server_text(ending.api_model, endpoint),
    )


def clean_server_text(text: object, endpoint: Endpoint, most: int = 100) -> str | None:
    """Return text from an untrusted server as one short line without keys, safe for a journal; None if empty."""
    return redact_all_keys(to_single_line(text), endpoint.key)[:most].strip() or None if isinstance(text, str) else None


def check_token_count(tokens: object) -> int | None:
    """Return a server's token count; None if it is not plausible."""
    return tokens if type(tokens) is int and 0 <= tokens < MAX_TOKENS else None


async def ask_case(
    client: ModelClient,
    endpoint: Endpoint,
    pictures: Sequence[Path],
    prompt: str,
    view: str,
    *,
    max_output_tokens: int | None = None,
    examples: Sequence[ExampleFiles] = (),
    extra: Mapping[str, Any] | None = None,
    on_retry: Callable[[RetryNotice], None] = lambda _: None,
    meter: CostMeter | None = None,
) -> RequestOutcome:
    """Send a request for image files, as `ask`; the outcome is `missing` if they cannot be shown in the view."""
    try:
        request = await asyncio.to_thread(
            build_request, pictures, prompt, view, endpoint.limits.max_side_px, max_output_tokens, examples, extra
        )
    except (ImageError, ImageViewError) as error:
        return RequestOutcome("missing", None, f"not asked: {error}")
    return await ask_with_retries(client, endpoint, request, on_retry=on_retry, meter=meter)
