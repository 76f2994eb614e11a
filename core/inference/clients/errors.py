"""Conversion of the vendors' errors to one class of error without keys: temporary, fatal or neither."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from core.errors import CallError
from core.formatting import to_single_line
from core.key_redaction import redact_all_keys

MAX_RETRY_AFTER_S = 120.0
MAX_MESSAGE_CHARACTERS = 300
LOOKED_AT_CHARACTERS = 10 * MAX_MESSAGE_CHARACTERS
"""Length up to which a message is searched for keys; the rest is not shown."""

FATAL_STATUSES = (401, 402, 403, 404)
"""A missing or wrong key, no credit, not allowed, an unknown model: the same for every case."""

TOO_MANY_REQUESTS = 429
NO_CREDIT = "insufficient_quota"


@asynccontextmanager
async def normalise_errors(who: str, key: str | None) -> AsyncIterator[None]:
    """Convert any error raised in the block to a `CallError`, except cancellation.

    Everything is caught on purpose: three libraries have different hierarchies of errors, and the server is untrusted.
    """
    try:
        yield
    except (CallError, asyncio.CancelledError):
        raise
    except Exception as error:  # noqa: BLE001 - see the docstring
        raise _build_call_error(error, who, key) from None  # the cause contains the request, and with it the key


def _build_call_error(error: Exception, who: str, key: str | None) -> CallError:
    if ours := _find_own_error(error):
        return ours
    response = getattr(error, "response", None)
    status = getattr(response, "status_code", None)
    code = getattr(error, "code", None)
    if (status is None or status == 200) and isinstance(code, int):
        status = code  # an error inside a stream that started successfully
    if isinstance(status, int) and status >= 300:
        return _build_status_error(status, error, response, who, key)
    names = {cls.__name__ for cls in type(error).__mro__}
    if names & {"APITimeoutError", "TimeoutException"}:
        is_sent = not names & {"ConnectTimeout", "PoolTimeout"} and "ConnectTimeout" not in _name_cause(error)
        return CallError(f"{who} sent nothing for too long", is_temporary=True, may_be_billed=is_sent)
    if names & {"APIConnectionError", "TransportError", "OSError"}:
        cause = _name_cause(error)
        is_sent = "ConnectError" not in names and "ConnectError" not in cause
        why = make_error_excerpt(error.__cause__ or error, key)
        doing = "lost the connection" if is_sent else "cannot be reached"
        return CallError(f"{who} {doing}: {why or cause}", is_temporary=True, may_be_billed=is_sent)
    if status == 200 or "APIError" in names:
        return _build_stream_error(error, who, key)
    return CallError(
        f"{who} sent a response that its API does not define ({type(error).__name__}: "
        f"{make_error_excerpt(error, key)})",
        is_temporary=True,
        may_be_billed=True,
    )


def make_error_excerpt(text: object, key: str | None) -> str:
    """Return the beginning of a message on one line and without keys."""
    return redact_all_keys(to_single_line(str(text)[:LOOKED_AT_CHARACTERS]), key)[:MAX_MESSAGE_CHARACTERS]


def _find_own_error(error: BaseException | None) -> CallError | None:
    """Find our own error below a library's error that may wrap it."""
    while error is not None and not isinstance(error, CallError):
        error = error.__cause__
    return error


def _name_cause(error: Exception) -> str:
    return type(error.__cause__).__name__ if error.__cause__ else type(error).__name__


def _build_status_error(status: int, error: Exception, response: Any, who: str, key: str | None) -> CallError:  # noqa: ANN401
    body = getattr(error, "body", None) or getattr(error, "details", None)
    message = make_error_excerpt(_find_message(body) or getattr(error, "message", None) or "", key)
    is_without_credit = NO_CREDIT in json.dumps(body, default=str)
    return CallError(
        f"{who} answered {status}" + (f": {message}" if message else ""),
        is_temporary=(status == TOO_MANY_REQUESTS or status >= 500) and not is_without_credit,
        is_fatal=status in FATAL_STATUSES or is_without_credit,
        retry_after_s=parse_retry_after_s(getattr(response, "headers", {}), body),
        status=status,
    )


def _build_stream_error(error: Exception, who: str, key: str | None) -> CallError:
    """Build the error for a failure inside a stream, which has a type or a code instead of a status."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else {}
    kinds = [inner.get("type"), inner.get("code")] if isinstance(inner, dict) else []
    message = make_error_excerpt(_find_message(body) or error, key)
    is_permanent = any(
        str(kind).startswith("invalid") or (str(kind).startswith("4") and str(kind) != str(TOO_MANY_REQUESTS))
        for kind in kinds
    )
    return CallError(
        f"{who} ended the stream with an error: {message}",
        is_temporary=not is_permanent and NO_CREDIT not in kinds,
        is_fatal=NO_CREDIT in kinds,
        may_be_billed=True,
    )


def _find_message(body: object) -> str | None:
    """Find the message in an error's body, in any of the vendors' formats."""
    while isinstance(body, dict):
        if isinstance(body.get("message"), str):
            return str(body["message"])
        body = body.get("error")
    return body if isinstance(body, str) else None


def parse_retry_after_s(headers: Mapping[str, str], body: object = None) -> float | None:
    """Return how long a server asks to wait, in seconds and at most two minutes; None if it does not ask.

    Source: RFC 9110, section 10.2.3; Google states it in the body ("google.rpc.RetryInfo").
    """
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d+(\.\d+)?", value, re.ASCII):
        return min(float(value), MAX_RETRY_AFTER_S)
    if match := re.search(r'"retryDelay": "(\d+(?:\.\d+)?)s"', json.dumps(body, default=str)):
        return min(float(match[1]), MAX_RETRY_AFTER_S)
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return min(max((moment - datetime.now(UTC)).total_seconds(), 0.0), MAX_RETRY_AFTER_S)
