"""One question to one model: the request, its attempts, and the outcome."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt
from tenacity.wait import wait_exponential_jitter

from core.errors import CallError, ImageError, TooLongError, ViewError
from core.formatting import printable
from core.geometry.camera_metadata import CameraFacts
from core.importers.formats.finish_reasons import only_reasoning_text
from core.inference.clients.protocol import MAX_REPLY_CHARACTERS, Client, Ending, OnText, Request, Shot
from core.inference.clients.providers import Endpoint
from core.inference.image_views import NO_IMAGE, Picture, as_jpeg, shown
from core.inference.prices import Price
from core.key_redaction import StreamWithoutKey, hide_all_keys, hide_key
from core.photographs.exif import read_camera_facts
from core.photographs.load_image import open_upright
from core.records import Reply, ReplyStatus
from core.settings import Settings

FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 60.0
MAX_TOKENS = 10**9
MAX_REASON_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class Retry:
    """An attempt failed and another one follows; the text received so far is void."""

    attempt: int
    attempts: int
    wait_s: float
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a question; as `Reply`, without run and case."""

    status: ReplyStatus
    raw: str | None
    error: str | None = None
    latency_s: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    api_model: str | None = None

    def as_reply(self, run_id: str, case_id: str) -> Reply:
        """The reply of a run to a case."""
        tokens = (self.input_tokens, self.output_tokens)
        return Reply(run_id, case_id, self.raw, self.status, self.error, self.latency_s, *tokens, self.api_model)


def outcome_line(outcome: Outcome, price: Price | None) -> str:
    """Status, time, tokens and cost of an outcome in one line, as far as they are known."""
    parts = [outcome.status.replace("_", " ") + (f" ({printable(outcome.error)})" if outcome.error else "")]
    if outcome.latency_s is not None:
        parts.append(f"{outcome.latency_s:.1f} s")
    if outcome.input_tokens is not None and outcome.output_tokens is not None:
        parts.append(f"{outcome.input_tokens} input tokens, {outcome.output_tokens} output tokens")
        if price is not None:
            parts.append(f"{price.cost_usd(outcome.input_tokens, outcome.output_tokens):.4f} USD")
    return ", ".join(parts)


class Meter(Protocol):
    """Takes note of every single request; a budget stops the next one before it is sent."""

    async def before_request(self) -> None:
        """Raises BudgetError if the request could cost too much."""

    def after_request(self, input_tokens: int | None, output_tokens: int | None, *, may_be_billed: bool) -> None:
        """Takes what it cost; tokens are None if they are unknown."""


@dataclass(frozen=True, slots=True)
class ShownExample:
    """A solved example, its pictures as files."""

    pictures: tuple[Path, ...]
    prompt: str
    reply: str


def request_for(
    pictures: Sequence[Path | Picture],
    prompt: str,
    view: str,
    settings: Settings,
    max_output_tokens: int | None = None,
    examples: Sequence[ShownExample] = (),
    extra: Mapping[str, Any] | None = None,
) -> Request:
    """The request about pictures, from files or in memory, in an image view; that of its examples too.

    `extra` are further fields of its body, as the vendor names them.

    Raises:
        ImageError: the file is not a readable image.
        ViewError: the view needs a border or stickers that were not found.
    """
    shots = tuple(_shot(example, view, settings) for example in examples)
    if view == NO_IMAGE:
        return Request(prompt, (), (), max_output_tokens=max_output_tokens, shots=shots, options=extra or {})
    opened = [
        Picture(open_upright(picture), read_camera_facts(picture)) if isinstance(picture, Path) else picture
        for picture in pictures
    ]
    images = tuple(shown(picture, view) for picture in opened)
    facts = opened[0].facts if view == "original" and len(opened) == 1 else CameraFacts()
    jpegs = tuple(as_jpeg(image, settings.ask_max_side_px) for image in images)
    return Request(prompt, images, jpegs, facts, max_output_tokens, shots, extra or {})


def _shot(example: ShownExample, view: str, settings: Settings) -> Shot:
    request = request_for(example.pictures, example.prompt, view, settings)
    return Shot(request.prompt, request.jpegs, example.reply)


async def ask(
    client: Client,
    endpoint: Endpoint,
    request: Request,
    settings: Settings,
    *,
    on_text: OnText = lambda _: None,
    on_retry: Callable[[Retry], None] = lambda _: None,
    meter: Meter | None = None,
) -> Outcome:
    """Asks until a reply arrives or no attempt is left; a failed call is an outcome too. To stop, cancel the task.

    `client` comes from `connect(endpoint, settings)`. `on_text` takes the reply's text piece by piece, `on_retry` the
    reason of each further attempt, `meter` every request.

    Raises:
        CallError: every other case would fail in the same way (`is_fatal`).
        BudgetError: the meter does not allow another request.
    """
    try:
        async for attempt in attempts(settings, on_retry):
            with attempt:
                return await _attempt(client, endpoint, request, settings, on_text, meter)
    except CallError as error:
        if error.is_fatal:
            raise
        return Outcome("api_error", error.raw, str(error))
    raise AssertionError("unreachable: an attempt returns or raises")


def attempts(settings: Settings, on_retry: Callable[[Retry], None] = lambda _: None) -> AsyncRetrying:
    """The attempts at one call: another one after each temporary failure, and after the wait that the server asks for.

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
        on_retry(Retry(state.attempt_number, settings.ask_attempts, wait, reason))

    return AsyncRetrying(
        stop=stop_after_attempt(settings.ask_attempts),
        retry=retry_if_exception(lambda error: isinstance(error, CallError) and error.is_temporary),
        wait=wait_s,
        before_sleep=tell,
        reraise=True,
    )


@dataclass(slots=True)
class _Text:
    """The text of one attempt; what is handed on never holds the key."""

    stream: StreamWithoutKey
    on_text: OnText
    pieces: list[str] = field(default_factory=list)
    characters: int = 0

    def add(self, piece: str) -> None:
        if not isinstance(piece, str):  # a library hands on what the server sends
            raise TypeError(f"a piece of text is a {type(piece).__name__}")
        self.pieces.append(piece)
        self.characters += len(piece)
        for part in self.stream.add(piece):
            self.on_text(part)
        if self.characters > MAX_REPLY_CHARACTERS:
            raise TooLongError(f"longer than {MAX_REPLY_CHARACTERS} characters", may_be_billed=True)

    def end(self) -> str:
        """Hands over what the stream still holds back; the whole text."""
        for part in self.stream.end():
            self.on_text(part)
        return "".join(self.pieces)


async def _attempt(
    client: Client, endpoint: Endpoint, request: Request, settings: Settings, on_text: OnText, meter: Meter | None
) -> Outcome:
    """One request, told to the meter, and what became of it."""
    if meter:
        await meter.before_request()
    text = _Text(StreamWithoutKey(endpoint.key), on_text)
    ending: Ending | None = None
    may_be_billed = True  # unless an error says otherwise
    started = time.perf_counter()
    try:
        ending = await _streamed(client, endpoint, request, settings, text)
    except CallError as error:
        may_be_billed = error.may_be_billed
        raise
    finally:
        if meter:
            tokens = (tokens_of(ending.input_tokens), tokens_of(ending.output_tokens)) if ending else (None, None)
            meter.after_request(*tokens, may_be_billed=may_be_billed)
    return _outcome(ending, text.end(), time.perf_counter() - started, endpoint)


async def _streamed(client: Client, endpoint: Endpoint, request: Request, settings: Settings, text: _Text) -> Ending:
    """Streams a reply into `text`, within the limits of time and of length.

    Raises:
        CallError: the call failed, took too long, or sent too much before any text.
    """
    try:
        async with asyncio.timeout(settings.ask_timeout_s):
            return await client.ask(request, text.add)
    except TimeoutError:
        reason = f"{endpoint.provider.title} did not finish within {settings.ask_timeout_s:g} s"
        raise CallError(reason, is_temporary=True, may_be_billed=True) from None
    except TooLongError as error:
        if not text.characters:
            raise
        return Ending("cut", str(error))


def _outcome(ending: Ending, text: str, latency_s: float, endpoint: Endpoint) -> Outcome:
    raw = hide_key(text, endpoint.key)
    has_text = bool(raw.strip())
    is_empty = ending.status == "ok" and not has_text
    reason = word_of(ending.reason, endpoint, MAX_REASON_CHARACTERS)
    only_reasoning = ending.reasoning_characters and not has_text
    if is_empty:
        why = f": {only_reasoning_text(ending.reasoning_characters)}" if only_reasoning else ""
        reason = f"the call succeeded, but the reply has no text{why}" + (f" ({reason})" if reason else "")
    elif only_reasoning:
        reason = "; ".join(filter(None, (reason, only_reasoning_text(ending.reasoning_characters))))
    return Outcome(
        status="empty" if is_empty else ending.status,
        raw=raw,
        error=reason,
        latency_s=round(latency_s, 3),
        input_tokens=tokens_of(ending.input_tokens),
        output_tokens=tokens_of(ending.output_tokens),
        api_model=word_of(ending.api_model, endpoint),
    )


def word_of(text: object, endpoint: Endpoint, most: int = 100) -> str | None:
    """A server's word for itself, fit for a journal and without keys; the server can be anyone's."""
    return hide_all_keys(printable(text), endpoint.key)[:most].strip() or None if isinstance(text, str) else None


def tokens_of(tokens: object) -> int | None:
    """A number of tokens; None if the server's value is not a plausible one."""
    return tokens if type(tokens) is int and 0 <= tokens < MAX_TOKENS else None


async def ask_case(
    client: Client,
    endpoint: Endpoint,
    pictures: Sequence[Path],
    prompt: str,
    view: str,
    settings: Settings,
    *,
    max_output_tokens: int | None = None,
    examples: Sequence[ShownExample] = (),
    extra: Mapping[str, Any] | None = None,
    on_retry: Callable[[Retry], None] = lambda _: None,
    meter: Meter | None = None,
) -> Outcome:
    """As `ask`, for files; pictures that cannot be shown in the view have the outcome `missing`."""
    try:
        request = await asyncio.to_thread(
            request_for, pictures, prompt, view, settings, max_output_tokens, examples, extra
        )
    except (ImageError, ViewError) as error:
        return Outcome("missing", None, f"not asked: {error}")
    return await ask(client, endpoint, request, settings, on_retry=on_retry, meter=meter)
